"""Text as the index sees it: analysis into terms, and how many model tokens a text costs."""
