# Smalti in a container: REST, MCP and the console over one memory file on a volume.
#   docker build -t smalti .
#   docker run --rm -v smalti:/data smalti keys add first --scope admin      # prints the key, once
#   docker run -p 7625:7625 -v smalti:/data smalti
FROM python:3.11.14-slim-bookworm AS build

ENV UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 UV_PROJECT_ENVIRONMENT=/opt/smalti
WORKDIR /src
RUN pip install --no-cache-dir uv==0.13.9

# What is needed changes less often than what uses it, so it has a layer of its own.
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-dev --no-install-project \
      --extra embed --extra cjk --extra extract --extra model --extra serve --extra mcp
COPY README.md LICENSE NOTICE ./
COPY src ./src
RUN uv sync --frozen --no-dev --no-editable \
      --extra embed --extra cjk --extra extract --extra model --extra serve --extra mcp


FROM python:3.11.14-slim-bookworm

RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin smalti \
    && install --directory --owner smalti --group smalti --mode 0700 /data
COPY --from=build /opt/smalti /opt/smalti

# Beyond loopback nothing is served until a key is in the file (`keys add`).
ENV PATH=/opt/smalti/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    SMALTI_DB=/data/smalti.db \
    SMALTI_SERVE_HOST=0.0.0.0
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 7625
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s \
  CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:7625/healthz', timeout=4)"]
ENTRYPOINT ["smalti"]
CMD ["serve"]
