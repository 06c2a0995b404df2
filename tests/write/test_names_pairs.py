"""Pairs of mentions with verdicts given by hand, in seven languages.

The conventions are those of the labelled set the project was given: "same" may be merged without
asking, "different" must never be, "propose" is plausible but keeps apart. Names are invented.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from smalti.write.names import Mention, Verdict, candidate_keys, compare_names

# Category, kind (or both kinds) and verdict; then name and context of each side.
TABLE = """\
spelling form | organization | same
  Quillon Brothers | Quillon Brothers delivered the flour.
  QUILLON BROTHERS | Flour bill from QUILLON BROTHERS
spelling form | place | same
  Marl\u200bowe Inn | We slept at the Marl\u200bowe Inn.
  Marlowe Inn | The Marlowe Inn has no lift.
spelling form | place | propose
  Bri\u0430nwood | Bri\u0430nwood closes at six.
  Brianwood | Brianwood was full at lunch.
spelling form | place | same
  ﾐﾅﾓ食堂 | ﾐﾅﾓ食堂の定食がおいしい。
  ミナモ食堂 | ミナモ食堂は月曜定休。
spelling form | organization | same
  Stein & Söhne | Stein & Söhne liefern das Holz.
  Stein und Söhne | Das Holz von Stein und Söhne ist da.
spelling form | organization | same
  스코프 랩스 | 스코프 랩스가 견적을 보냈다.
  스코프랩스 | 스코프랩스 견적은 비싸다.
spelling form | organization | propose
  Harborview Clinic | Harborview Clinic moved my appointment.
  Harbourview Clinic | Harbourview Clinic hired two nurses.
spelling form | organization | propose
  c1earwater Pumps | OCR: c1earwater Pumps, delivery note
  Clearwater Pumps | Clearwater Pumps repaired the well.
diacritics | person | same
  José Landaverde | José Landaverde poda los olivos.
  Jose Landaverde | Jose Landaverde viene a podar los olivos el jueves.
diacritics | person | propose
  Añez | Don Añez vende leña.
  Anez | El señor Anez arregla bicicletas.
diacritics | person | same
  Günther Oßwald | Günther Oßwald stimmt das Klavier.
  Guenther Osswald | Guenther Osswald kommt fürs Klavier.
diacritics | person | same
  Chloé Durieux | Chloé Durieux tient la boulangerie.
  Chloe Durieux | La boulangerie de Chloe Durieux ferme en août.
diacritics | person | propose
  Nuño Peralta | Nuño Peralta toca el bajo.
  Nuno Peralta | Nuno Peralta me debe la entrada del cine.
diacritics | organization | same
  Sørensen Bådværft | Sørensen Bådværft painted the hull.
  Sorensen Badvaerft | The hull is back from Sorensen Badvaerft.
titles | person | same
  Dr. Amara Osei | Dr. Amara Osei read the scan.
  Amara Osei | Amara Osei wants a second scan.
titles | person | different
  Herr Brandl | Herr Brandl hat die Heizung gewartet.
  Frau Brandl | Frau Brandl hat die Heizung bestellt.
titles | person | propose
  Prof. Kessler | Prof. Kessler gives the lecture on moss.
  Kessler | Kessler sold me a bike.
titles | person | propose
  田村先生 | 田村先生が宿題を出した。
  田村さん | 田村さんは八百屋です。
titles | person | same
  李经理 | 李经理批了预算。
  李经理 | 预算又被李经理退回来了。
titles | person | same
  김 대리 | 김 대리가 회의록을 보냈다.
  김민수 대리 | 김민수 대리가 회의록을 고쳤다.
titles | person | same
  Sra. Olmedo | La Sra. Olmedo vive en el tercero.
  Beatriz Olmedo | Beatriz Olmedo, la del tercero, pide silencio.
titles | organization | same
  Tessaro GmbH | Tessaro GmbH invoiced the valves.
  Tessaro | The valves from Tessaro leak.
titles | organization | propose
  Tessaro GmbH | Tessaro GmbH invoiced the valves.
  Tessaro Ltd | Tessaro Ltd runs the London desk.
titles | organization | same
  株式会社ミナモ | 株式会社ミナモに見積もりを頼んだ。
  ミナモ | ミナモの見積もりが届いた。
titles | person | different
  Olivier Chastain fils | Olivier Chastain fils reprend le garage.
  Olivier Chastain père | Olivier Chastain père a pris sa retraite.
titles | person | same
  Okafor, Ngozi | Sign-in: Okafor, Ngozi
  Ngozi Okafor | Ngozi Okafor signed in late.
characters | person | same
  陳慧敏 | 陳慧敏負責簽約。
  陈慧敏 | 合同是陈慧敏负责签约的。
characters | person | different
  김민수 | 김민수가 운전했다.
  김민석 | 김민석은 뒷자리에 앉았다.
characters | person | propose
  高橋さん | 営業の高橋さんに電話した。
  髙橋さん | 営業の髙橋さんが折り返す。
characters | person | propose
  李伟 | 李伟在仓库值班。
  李玮 | 李玮寄来了请柬。
characters | place | different
  东门 | 在东门集合。
  西门 | 西门在修路。
characters | place | different
  北京 Office Tower | 北京 Office Tower has a new lobby.
  上海 Office Tower | 上海 Office Tower is sold.
characters | place | same
  カフェ・ミズキ | カフェ・ミズキで打ち合わせ。
  カフェみずき | カフェみずきで打ち合わせの続き。
characters | person | different
  张强 | 张强和张蔷都报名了。
  张蔷 | 张蔷没交费。
characters | place | same
  第二小学 | 第二小学放假了。
  第2小学 | 家长会在第2小学。
characters | place | different
  四海楼 | 四海楼的面好吃。
  五海楼 | 五海楼倒闭了。
kinship | person | same
  Mum | Nora: Mum baked again.
  my mother | Nora: my mother sends her bread.
kinship | person | different
  Papa | Lukas: Papa fährt Taxi.
  Mama | Lukas: Mama schläft noch.
kinship | person | same
  Mum | Nora: Mum is ill.
  Mum | Finn (Nora's brother): Mum has a fever.
kinship | person | different
  お母さん | 圭太：お母さんが入院した。
  お母さん | 由紀：お母さんと温泉に行く。
kinship | person | different
  外婆 | 小雨：外婆种了辣椒。
  奶奶 | 小雨：奶奶不吃辣椒。
kinship | person | different
  Tante Ruth | Jule: Tante Ruth strickt.
  Tante Grete | Jule: Tante Grete hat abgesagt.
kinship | person | propose
  mi hermano | Inés: mi hermano se casa.
  mi hermano mayor | Inés: mi hermano mayor vive en Lugo.
numbers | place | different
  Gate B4 | Boarding at Gate B4.
  Gate B14 | Now it says Gate B14.
numbers | place | same
  Terminal 2 | Flights leave from Terminal 2.
  Terminal Two | Terminal Two has the lounge where our flights leave.
numbers | place | different
  Block A | Block A is painted.
  Block B | Block B still needs paint.
numbers | document | propose
  Kapitel 07 | Kapitel 07 ist übersetzt.
  Kapitel 7 | Kapitel 7 braucht ein Lektorat.
numbers | product | different
  Solano 3.2 | Solano 3.2 fixed the leak.
  Solano 3.2.1 | Solano 3.2.1 is out.
numbers | product | propose
  Orrin | My Orrin is scratched.
  Orrin 2 | Dad bought an Orrin 2.
numbers | product | different
  Orrin 2 Pro | The Orrin 2 Pro has a pen.
  Orrin 2 Mini | The Orrin 2 Mini fits a pocket.
numbers | place | different
  二号楼 | 二号楼停水。
  三号楼 | 三号楼也停水。
ids | document | different
  PO 7781-A | PO 7781-A covers the chairs.
  PO 7781-B | PO 7781-B covers the desks.
ids | document | same
  ERR_7731 | ERR_7731 in the log.
  err-7731 | What does err-7731 mean?
ids | document | different
  ticket 5512 | Reopened ticket 5512.
  ticket 5521 | Closed ticket 5521.
ids | document | same
  Vol AF 1203 | Vol AF 1203 a du retard.
  Vol AF1203 | Vol AF1203 part enfin.
type | person/place | different
  Jordan | Jordan called about the lease.
  Jordan | We hiked in Jordan last spring.
type | place/product | different
  Java | We flew to Java.
  Java | The service is written in Java.
nicknames | person | same
  Bob Kerrow | Bob Kerrow repaired the boiler.
  Robert Kerrow | Robert Kerrow, who did our boiler, moved away.
nicknames | person | propose
  Bob Kerrow | Bob Kerrow plays the tuba.
  Robert Kerrow | Robert Kerrow reviews contracts.
nicknames | person | propose
  Liz | Liz brought cake.
  Elizabeth Tarn | Elizabeth Tarn audits the books.
nicknames | person | different
  M. Iyer | M. Iyer signed; her stamp is on it.
  Manoj Iyer | Manoj Iyer wants his stamp back.
nicknames | person | same
  Pepe | Pepe trae el hielo.
  José Quiroga | A José Quiroga todos le llaman Pepe.
nicknames | person | same
  阿强 | 阿强修好了水管。
  刘志强 | 刘志强，大家都叫他阿强，会修水管。
nicknames | person | different
  Alex Thorne | Alex Thorne, no relation, runs the bakery.
  Alex Thorne | Alex Thorne sings in my choir.
nicknames | person | same
  Gram | Gram owes me ten euros.
  Gram Nyberg | Gram Nyberg paid the ten euros.
nicknames | person | different
  Tom Wills | Tom Wills, 8, broke his arm.
  Tom Wills | Tom Wills retired from the bank.
name change and transliteration | organization | same
  Halden Bikes | Halden Bikes moved.
  Velo Norte | Velo Norte, formerly Halden Bikes, moved.
name change and transliteration | person | same
  Clara Voigt | Clara Voigt gibt Yoga.
  Clara Behrens | Clara Behrens, geb. Voigt, gibt Yoga.
name change and transliteration | person | same
  山口紗季 | 山口紗季さんが受付です。
  橋本紗季 | 橋本紗季（旧姓山口）さんに変わりました。
name change and transliteration | person | same
  Ольга Ремизова | Ольга Ремизова ведёт хор.
  Olga Remizova | Olga Remizova leads the choir.
name change and transliteration | person | propose
  김지우 | 김지우가 표를 샀다.
  Jiwoo Kim | Jiwoo Kim wants to sell a lamp.
name change and transliteration | person | propose
  王明 | 王明在机场等。
  Wang Ming | Wang Ming sent a postcard.
name change and transliteration | person | different
  王明 | 王明在机场等。
  Li Hua | Li Hua sent a postcard.
name change and transliteration | person | propose
  Mohamed El-Sayed | Mohamed El-Sayed fixed the lift.
  Muhammad Elsayed | Muhammad Elsayed sold us rugs.
name change and transliteration | place | same
  河源市场 | 河源市场改名为东湖市场。
  东湖市场 | 东湖市场周一开门。
name change and transliteration | person | different
  Erin Castell | Erin Castell coaches fencing.
  Erin Vogel | Erin Vogel sold the house.
name change and transliteration | organization | different
  Larkfield Labs | Larkfield Labs tests water.
  Larkfield Foods | Larkfield Foods tests jam.
name change and transliteration | person | propose
  Katherine Holt | Katherine Holt edits the paper.
  Catherine Holt | Catherine Holt rowed at Henley.
name change and transliteration | person | different
  Camille Roux | Camille Roux et Camille Royer arrivent.
  Camille Royer | Camille Royer apporte le vin.
spelling form | organization | same
  Larkfield-Labs | Larkfield-Labs sent samples.
  Larkfield Labs | Samples from Larkfield Labs.
spelling form | place | same
  Rue des\u00a0Tilleuls | On se retrouve Rue des\u00a0Tilleuls.
  Rue des Tilleuls | La Rue des Tilleuls est barrée.
spelling form | organization | propose
  \u041ersino Freight | \u041ersino Freight wants a deposit by wire.
  Orsino Freight | Orsino Freight lost a pallet.
spelling form | place | same
  12 Harrowmead Lane | Parcel for 12 Harrowmead Lane.
  12, Harrowmead Lane | The parcel came to 12, Harrowmead Lane.
spelling form | product | same
  Ｋｅｓｔｒｅｌ | Ｋｅｓｔｒｅｌを使っています。
  Kestrel | Kestrelの更新が来た。
spelling form | person | propose
  Brennkowski | Ask Brennkowski about firmware.
  Brenkowski | Brenkowski shipped the firmware.
diacritics | organization | same
  Dvořák Optika | Dvořák Optika fixed my frames.
  Dvorak Optika | My frames are at Dvorak Optika.
diacritics | person | same
  François Lemée | François Lemée accorde le piano.
  Francois Lemee | Francois Lemee a accordé notre piano.
diacritics | place | propose
  Peña Alta | Subimos a Peña Alta.
  Pena Alta | Pena Alta es un bar del puerto.
diacritics | person | same
  Nguyễn Thị Hạnh | Nguyễn Thị Hạnh teaches the pottery class.
  Nguyen Thi Hanh | Pottery class with Nguyen Thi Hanh tonight.
titles | person | same
  佐藤さん | 佐藤さんが経費を精算した。
  佐藤様 | 佐藤様の経費の件です。
titles | person | same
  刘总 | 刘总要看报表。
  刘洋 | 刘洋把报表发给客户。
titles | person | propose
  老张 | 老张退休了。
  张老师 | 张老师教物理。
titles | person | propose
  Maître Delorme | Maître Delorme rédige l'acte.
  Mme Delorme | Mme Delorme garde les enfants.
titles | person | same
  Sir Alan Tew | Sir Alan Tew opened the ward.
  Alan Tew | Alan Tew opened the new ward on Friday.
titles | person | propose
  박 사장님 | 박 사장님이 계약서에 서명했다.
  박 과장님 | 박 과장님이 휴가를 냈다.
titles | place | same
  The Harbour Club | Dinner at The Harbour Club.
  Harbour Club | Harbour Club dinner is at eight.
titles | person | different
  Mr. Adeyemi | Mr. Adeyemi drives the bus.
  Mrs. Adeyemi | Mrs. Adeyemi waits at the bus stop.
titles | organization | same
  Volkmann AG | Volkmann AG baut die Brücke.
  Volkmann | Volkmann hat die Brücke gesperrt.
characters | person | same
  郦晓峰 | 郦晓峰负责采购合同。
  酈曉峰 | 採購合同找酈曉峰。
characters | person | propose
  郦晓峰 | 郦晓峰在法务部。
  郦小峰 | 郦小峰寄了快递。
characters | organization | same
  慶應義塾 | 慶應義塾の図書館で勉強した。
  慶応義塾 | 慶応義塾の図書館は広い。
characters | person | different
  渡辺さん | 渡辺さんは左の席、渡邊さんは右の席です。
  渡邊さん | 渡邊さんは遅刻です。
characters | organization | same
  サトウ商店 | サトウ商店でパンを買った。
  さとう商店 | さとう商店のパンは安い。
characters | person | different
  박지훈 | 박지훈이 골을 넣었다.
  박지운 | 박지운은 골키퍼다.
characters | person | propose
  陈静 | 陈静会弹琴。
  陈婧 | 陈婧在广州出差。
characters | place | different
  南门 | 约在南门。
  北门 | 北门锁了。
characters | place | same
  3号线 | 坐3号线回家。
  三号线 | 三号线今天晚点，回家晚了。
characters | place | different
  3号楼 | 快递放3号楼。
  13号楼 | 快递放13号楼。
kinship | person | same
  Dad | Priya: Dad called.
  Dad | Priya: Dad grows beans.
kinship | person | same
  Mom | Ava: Mom loves jazz.
  Ava's mother | Leo: Ava's mother sings jazz.
kinship | person | different
  爷爷 | 小林：爷爷住院了。
  外公 | 小林：外公来看他。
kinship | person | same
  母 | 健：母が退院した。
  お母さん | 健：お母さんは元気です。
kinship | person | propose
  la abuela | Marta: la abuela hace queso.
  la abuela Carmen | Marta: la abuela Carmen vive en Soria.
kinship | person | different
  엄마 | 지수: 엄마가 김치를 보냈다.
  엄마 | 민호: 엄마는 서울에 산다.
kinship | person | different
  Onkel Theo | Jan: Onkel Theo kommt.
  Onkel Karl | Jan: Onkel Karl kommt nicht.
kinship | person | propose
  my sister | Ben: my sister runs marathons.
  my younger sister | Ben: my younger sister paints.
kinship | person | same
  Mum | Tilda: Mum hates flying.
  Mum | Tilda: Mum booked a train.
numbers | place | different
  Flat 4 | Flat 4 is loud.
  Flat 4B | Flat 4B has a dog.
numbers | place | different
  Platform 9 | Train from Platform 9.
  Platform 19 | Change to Platform 19.
numbers | product | different
  Orrin II | The Orrin II has a crank.
  Orrin III | The Orrin III is silent.
numbers | place | same
  Room 1204 | Meeting in Room 1204.
  Rm. 1204 | Rm. 1204 is booked for the meeting.
numbers | product | propose
  Kestrel 2.0 | Kestrel 2.0 broke plugins.
  Kestrel 2 | Kestrel 2 broke our plugins.
numbers | place | different
  Tower North | Tower North is rented.
  Tower South | Tower South stands empty.
numbers | product | different
  A380 | We flew an A380.
  A830 | The A830 leads to Fort William.
numbers | document | same
  第十章 | 第十章が長い。
  第10章 | 第10章は図が多い。
ids | document | same
  INV-20931 | INV-20931 is paid.
  invoice 20931 | Please archive invoice 20931, it is paid.
ids | document | same
  DE12 5001 0517 | Transfer to DE12 5001 0517.
  DE1250010517 | DE1250010517 is the account for the transfer.
ids | document | different
  TCK-0091 | TCK-0091 blocks us.
  TCK-0019 | TCK-0019 is closed.
ids | document | same
  订单 88120 | 订单 88120 已发货。
  订单88120 | 查一下订单88120发货没有。
ids | document | different
  Akte 14/22 | Akte 14/22 liegt beim Gericht.
  Akte 14/23 | Akte 14/23 ist neu.
type | place/animal | different
  Phoenix | Phoenix is hot in July.
  Phoenix | Phoenix chewed my slippers.
type | animal/food | different
  アポロ | アポロが散歩に行きたがる。
  アポロ | アポロを一箱食べた。
nicknames | person | propose
  Bill Tansley | Bill Tansley keeps bees.
  William Tansley | Honey from William Tansley, our beekeeper.
nicknames | person | propose
  Tony | Tony drives the van.
  Anthony Reyes | Anthony Reyes runs the shop.
nicknames | person | same
  R. Castellan | R. Castellan approved the budget.
  Ruth Castellan | Ruth Castellan approved our budget twice.
nicknames | person | different
  J. Whitcombe | J. Whitcombe left a note.
  K. Whitcombe | K. Whitcombe read the note.
nicknames | person | different
  Ed Marlow Jr. | Ed Marlow Jr. took over.
  Ed Marlow Sr. | Ed Marlow Sr. founded it.
nicknames | person | propose
  Ed Marlow Jr. | Ed Marlow Jr. took over.
  Ed Marlow | Ed Marlow founded it.
nicknames | person | same
  小美 | 小美借了我的伞。
  林小美 | 林小美还伞了。
nicknames | person | same
  Mausi | Mausi bringt den Salat.
  Friederike Ahlers | Friederike Ahlers, von allen Mausi genannt, bringt Salat.
nicknames | person | different
  Hans Petri | Hans Petri ist drei Jahre alt.
  Hans Petri | Hans Petri leitet die Bank.
nicknames | person | propose
  健ちゃん | 健ちゃんが自転車を直した。
  佐藤健 | 佐藤健さんは自転車屋です。
nicknames | person | propose
  Pat Doyle | Pat Doyle said he would come.
  Pat Doyle | Pat Doyle is on her honeymoon; she sends regards.
name change and transliteration | product | same
  Twistle | Twistle has a new logo.
  Plume | Plume (formerly Twistle) has a new logo.
name change and transliteration | person | same
  Наталья Крупина | Наталья Крупина лечит собак.
  Natalya Krupina | Natalya Krupina is a vet.
name change and transliteration | person | propose
  鈴木彩 | 鈴木彩さんは編集者です。
  Aya Suzuki | Aya Suzuki won the raffle.
name change and transliteration | person | different
  鈴木彩 | 鈴木彩さんは編集者です。
  Ken Tanaka | Ken Tanaka won the raffle.
name change and transliteration | person | propose
  이서연 | 이서연이 발표했다.
  Seo-yeon Lee | Seo-yeon Lee lent me a book.
name change and transliteration | person | same
  Lucía Ferrán | Lucía Ferrán, antes Lucía Soto, dirige el coro.
  Lucía Soto | Lucía Soto fundó el coro.
name change and transliteration | place | same
  北京 | 我们去北京。
  Beijing | Beijing was cold.
name change and transliteration | person | propose
  Xu Wei | Xu Wei plays go.
  Hsu Wei | Hsu Wei bakes bread.
name change and transliteration | person | same
  Ana Ruiz Soler | Ana Ruiz Soler pinta murales.
  Ana Ruiz | Ana Ruiz ha pintado el mural de la escuela.
name change and transliteration | organization | same
  東京堂 | 東京堂は2020年に文林堂に改名した。
  文林堂 | 文林堂で本を買った。
name change and transliteration | person | propose
  Grit Sommer | Grit Sommer züchtet Rosen.
  Grit Winter | Grit Winter züchtet jetzt auch Rosen.
name change and transliteration | organization | propose
  WHO | The WHO issued advice.
  World Health Organization | Advice from the World Health Organization.
type | place | same
  Marlowe | Marlowe opens at nine.
  Marlowe | Marlowe opens late today.
nicknames | person | different
  Sam Kerr | Sam Kerr and Samuel Kerr are cousins.
  Samuel Kerr | Samuel Kerr fixed the bike.
nicknames | person | different
  Robin | Robin hid the keys.
  Robin | the other Robin has the spare keys.
spelling form | place | same
  Pension Edelweiß | Wir wohnen in der Pension Edelweiß.
  PENSION EDELWEISS | Rechnung der PENSION EDELWEISS
spelling form | place | same
  Le Petit Sabot | Table réservée au Petit Sabot.
  le petit sabot | le petit sabot est complet
spelling form | place | same
  St. Brannoc's | Choir sings at St. Brannoc's.
  Saint Brannoc's | Saint Brannoc's needs a new roof for the choir.
spelling form | organization | same
  Noveltech | Noveltech shipped the motors.
  Novel Tech | The motors came from Novel Tech.
spelling form | organization | propose
  P1nnacle Dental | Fax: P1nnacle Dental
  Pinnacle Dental | Pinnacle Dental called about the crown.
spelling form | place | different
  7 Rue Basse | Livraison au 7 Rue Basse.
  7bis Rue Basse | Le chien du 7bis Rue Basse aboie.
spelling form | organization | same
  Hollis & Sons | Hollis & Sons mended the roof.
  Hollis and Sons | Roof bill: Hollis and Sons
diacritics | person | same
  Renée Dubreuil | Renée Dubreuil signe les chèques.
  Renee Dubreuil | Renee Dubreuil n'a pas signé le chèque.
diacritics | person | propose
  Kōji Hamasaki | Kōji Hamasaki builds kites.
  Koji Hamasaki | Koji Hamasaki sold me a car.
diacritics | place | same
  Straßburger Hof | Treffpunkt Straßburger Hof.
  Strassburger Hof | Im Strassburger Hof spielt eine Band.
diacritics | person | same
  Ağca | Ağca fixed the oven.
  Agca | Agca wants his oven money.
titles | person | propose
  Schwester Agnes | Schwester Agnes gibt die Tabletten.
  Agnes | Agnes vom Chor hat Geburtstag.
titles | person | propose
  王老师 | 王老师布置了作业。
  王医生 | 王医生开了药。
titles | person | same
  陈教授 | 陈教授讲量子力学。
  陈立言教授 | 量子力学的课是陈立言教授的。
titles | person | same
  Lic. Teresa Bravo | La Lic. Teresa Bravo lleva el caso.
  Teresa Bravo | Teresa Bravo ganó el caso.
titles | person | same
  Capt. Rourke | Capt. Rourke flies the evening leg.
  Rourke | Rourke flies cargo in the evening.
titles | organization | same
  Brauerei Lohmann GmbH | Die Brauerei Lohmann GmbH liefert Fässer.
  Brauerei Lohmann | Die Fässer der Brauerei Lohmann lecken.
characters | person | same
  黃子軒 | 黃子軒修理電腦。
  黄子轩 | 黄子轩说电脑修好了。
characters | person | propose
  浜田さん | 広報の浜田さん。
  濱田さん | 広報の濱田さんに写真を送った。
characters | person | different
  吉田さん | 受付の吉田さんが花を飾った。
  古田さん | 倉庫の古田さんが箱を運んだ。
characters | person | different
  李娜 | 李娜打网球。
  李娟 | 李娟教数学。
characters | place | same
  한울빌딩 | 한울빌딩 앞에서 만나자.
  한울 빌딩 | 한울 빌딩 주차장이 꽉 찼다.
characters | place | same
  五号车间 | 五号车间停电。
  5号车间 | 5号车间恢复供电。
kinship | person | same
  Papa | Mia: Papa kocht.
  mein Vater | Mia: mein Vater kocht nie.
kinship | person | same
  妈 | 小杰：妈做了饺子。
  妈妈 | 小雅（小杰的妹妹）：妈妈的饺子真香。
kinship | person | different
  Grandma | Owen: Grandma knits.
  Grandma | Isla: Grandma surfs.
kinship | person | different
  姉 | 翔：姉が結婚する。
  妹 | 翔：妹は高校生だ。
kinship | person | different
  tía Lola | Raúl: tía Lola vive en Cádiz.
  tía Pilar | Raúl: tía Pilar me llamó.
kinship | person | propose
  Opa Heinz | Kim: Opa Heinz angelt.
  Opa | Kim: Opa hat einen Karpfen.
numbers | place | different
  Highway 61 | Roadworks on Highway 61.
  Highway 16 | Highway 16 is open.
numbers | place | different
  Building C | The archive is in Building C.
  Building G | Building G has the gym.
numbers | document | propose
  Phase 1 | Phase 1 ends in May.
  Phase I | Phase I was approved.
numbers | product | different
  Mikro 5 | Der Mikro 5 rauscht.
  Mikro 5s | Der Mikro 5s kostet mehr.
ids | document | same
  #4471 | Bug #4471 is fixed.
  4471 | Is 4471 the bug that was fixed?
ids | document | different
  order ZX-81 | order ZX-81 arrived
  order ZX-18 | order ZX-18 is missing
ids | document | different
  Az. 3 K 112/24 | Az. 3 K 112/24 wird verhandelt.
  Az. 3 K 121/24 | Az. 3 K 121/24 ruht.
type | planet/substance | different
  Mercury | Mercury is in retrograde.
  Mercury | Mercury leaked from the thermometer.
nicknames | person | propose
  Steffi | Steffi leiht mir das Zelt.
  Stephanie Burkard | Stephanie Burkard verleiht Zelte.
nicknames | person | propose
  C. Okonkwo | C. Okonkwo filed the claim.
  Chidi Okonkwo | Chidi Okonkwo grows yams.
nicknames | person | same
  MJ | MJ will drive.
  Maya Jensen | Maya Jensen (MJ) has the van.
nicknames | person | different
  Sam Ortega | Sam Ortega teaches first grade.
  Sam Ortega | Sam Ortega is in first grade and lost his lunchbox.
nicknames | animal/person | different
  Leo | Leo barks at the postman.
  Leo | Leo starts law school.
nicknames | person | different
  Robert Hale | Robert Hale, Bob's father, is ill.
  Bob Hale | Bob Hale visits the ward.
name change and transliteration | person | same
  Сергей Волков | Сергей Волков чинит лифт.
  Sergei Volkov | Sergei Volkov repairs our lift.
name change and transliteration | person | propose
  近藤真理 | 近藤真理さんが司会です。
  Mari Kondo | Mari Kondo hosts tonight.
name change and transliteration | person | same
  Julia Brandt | Julia Brandt hat geheiratet und heißt jetzt Julia Kern.
  Julia Kern | Julia Kern zieht um.
name change and transliteration | person | propose
  Fatima Zahra Idrissi | Fatima Zahra Idrissi makes rugs.
  Fatema Idrisi | Fatema Idrisi bought a rug.
name change and transliteration | person | different
  上野薫 | 上野薫さんはピアノの先生。
  大野薫 | 大野薫さんは税理士。
name change and transliteration | organization | same
  Orsino Freight | Orsino Freight was bought and is now Baltic Cargo.
  Baltic Cargo | Baltic Cargo changed the rates.
name change and transliteration | place | same
  Kiew | Der Zug nach Kiew.
  Kyiv | Kyiv was calm.
"""


class Pair(NamedTuple):
    category: str
    verdict: str
    mentions: tuple[Mention, Mention]


def read(table: str) -> list[Pair]:
    lines, pairs = table.splitlines(), []
    for first, *sides in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        category, kinds, verdict = first.split(" | ")
        kind_a, _, kind_b = kinds.partition("/")
        (a, about_a), (b, about_b) = (side.strip(" ").split(" | ") for side in sides)
        mentions = Mention(a, about_a, kind_a), Mention(b, about_b, kind_b or kind_a)
        pairs.append(Pair(category, verdict, mentions))
    return pairs


PAIRS = read(TABLE)
# Right by hand, not by rule; each errs to the safe side.
KNOWN_MISSES = {
    "M. Iyer / Manoj Iyer",  # "her stamp" could be somebody else's: asks
    "Xu Wei / Hsu Wei",  # Wade-Giles is not known: keeps apart
    "Robert Hale / Bob Hale",  # "Bob's father" is not understood: asks
}


def label(pair: Pair) -> str:
    return " / ".join(mention.name for mention in pair.mentions)


@pytest.mark.parametrize("pair", [p for p in PAIRS if label(p) not in KNOWN_MISSES], ids=label)
def test_verdicts(pair: Pair) -> None:
    found = compare_names(*pair.mentions)
    assert found.verdict == pair.verdict, found


@pytest.mark.parametrize("pair", [p for p in PAIRS if label(p) in KNOWN_MISSES], ids=label)
def test_known_misses_never_merge(pair: Pair) -> None:
    assert compare_names(*pair.mentions).verdict not in (pair.verdict, Verdict.SAME)


def test_the_pairs_cover_every_category_and_verdict() -> None:
    assert len(PAIRS) > 200
    assert len({pair.category for pair in PAIRS}) == 10
    assert {pair.verdict for pair in PAIRS} == {verdict.value for verdict in Verdict}


def test_names_that_may_be_one_meet_in_a_candidate_key() -> None:
    """Relatives and stated aliases are found in other ways: by their words, by the text."""
    missed = {
        label(pair)
        for pair in PAIRS
        if pair.verdict != "different" and pair.category != "kinship"
        if not candidate_keys(pair.mentions[0]) & candidate_keys(pair.mentions[1])
        if compare_names(*pair.mentions).rule not in ("alias", "change")
    }
    assert not missed
