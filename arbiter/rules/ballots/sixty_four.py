"""The openings of games on 64 squares as data: the federations' tables, which `ballots` parses.

Openings are separated by semicolons. Each has its name, then its moves in the table's own notation: `ab4` is a move
from the file a to the square b4. Some openings (flying ballots) move men before the game begins: `a1-a5` puts the man
of a1 on a5. The first such text is White's and the second Black's; `---` moves no man of its side. White makes the
first move.
"""

from __future__ import annotations

TABLE = """
I-1 ab4; I-2 ab4 ba5; I-3 ab4 ba5 ba3 ab6; I-4 ab4 ba5 ba3 ab6 ab2 dc5; I-5 ab4 ba5 ba3 ab6 ab2 de5; I-6 ab4 ba5 ba3
cb6 ab2 bc5; I-7 ab4 ba5 ba3 cb6 cb2 de5; I-8 ab4 ba5 ba3 cb6 gf4; I-9 ab4 ba5 ba3 cb6 gh4 fe5; I-10 ab4 ba5 ba3 de5;
I-11 ab4 ba5 ba3 fe5 gh4; I-12 ab4 ba5 ed4 ab6 fe3 ba7; I-13 ab4 ba5 ed4 ab6 fe3 dc5; I-14 ab4 ba5 ed4 ab6 fe3 fe5;
I-15 ab4 ba5 ed4 ab6 fe3 hg5; I-16 ab4 ba5 ed4 dc5; I-17 ab4 ba5 ed4 dc5 bd6 ce5; I-18 ab4 ba5 ed4 fe5 df6 ge5; I-19
ab4 ba5 ed4 fe5 df6 eg5; I-20 ab4 ba5 ed4 fg5; I-21 ab4 ba5 ed4 hg5; I-22 ab4 ba5 gh4 fe5 hg3; I-23 ab4 ba5 gh4 fg5;
II-1 a1-a5; II-2 a1-a5 a7-h4; II-3 a1-a5 b6-g5; II-4 a1-a5 b6-h4; II-5 a1-a5 f6-h4; II-6 a1-a5 g7-e5; II-7 a1-a5
g7-g5; II-8 a1-a5 g7-h4; II-9 a1-a5 h6-b4; II-10 a1-b4 a7-a5; II-11 a1-b4 a7-g5; II-12 a1-b4 b6-a5; II-13 a1-b4 d6-g5;
II-14 a1-b4 h8-e5; II-15 a1-b4 h6-g5; II-16 a1-d4 a7-c5; II-17 a1-d4 a7-f4; II-18 a1-d4 b6-a5; II-19 a1-d4 b6-c5;
II-20 a1-d4 f6-e5; II-21 a1-d4 h8-e5; II-22 a1-d4 h6-g5; II-23 a1-c5 g7-g5; III-1 ab4 bc5; III-2 ab4 bc5 ba5 cb4;
III-3 ab4 bc5 ba5 cb4 ed4 fe5; III-4 ab4 bc5 ba5 cb4 ed4 fg5; III-5 ab4 bc5 ba5 cb4 ed4 hg5; III-6 ab4 bc5 ba5 cb4 gf4
fe5; III-7 ab4 bc5 ba5 cb4 gh4; III-8 ab4 bc5 ba5 fg5; III-9 ab4 dc5; III-10 ab4 dc5 bd6 ec5 gh4; III-11 ab4 dc5 bd6
ce5 ef4; III-12 ab4 de5; III-13 ab4 de5 ba5 fg5 ef4; III-14 ab4 de5 ba5 fg5 gh4; III-15 ab4 de5 ba3 fg5; III-16 ab4
de5 ba3 fg5 gf4; III-17 ab4 de5 ed4 hg5 ba5; III-18 ab4 de5 gh4; III-19 ab4 fe5; III-20 ab4 fe5 ba5 ef4; III-21 ab4
fe5 ba5 gf6; III-22 ab4 fe5 ef4; III-23 ab4 fe5 gh4 gf6; IV-1 a1-e5 d6-g5; IV-2 a1-e5 g7-h4; IV-3 a1-f4 a7-c5; IV-4
a1-f4 b6-c5; IV-5 a1-f4 c7-a5; IV-6 a1-f4 d6-c5; IV-7 a1-f4 e7-e5; IV-8 a1-f4 f6-e5; IV-9 a1-g5 d6-e5; IV-10 a3-a5
a7-a3; IV-11 a3-a5 b6-a3; IV-12 a3-a5 d6-b4; IV-13 a3-a5 f6-a3; IV-14 a3-a5 h6-a3; IV-15 a3-a5 h6-b4; IV-16 a3-a5
h6-e5; IV-17 a3-b4 b6-a3; IV-18 a3-b4 d6-a3; IV-19 a3-b4 e7-a5; IV-20 a3-b4 h6-a3; IV-21 a3-b4 h6-e5; IV-22 a3-b4
h8-a3; IV-23 a3-c5 b6-a3; V-1 ab4 fe5 gh4 gf6 fg3; V-2 ab4 fg5; V-3 ab4 fg5 ba5 gf6 ed4; V-4 ab4 fg5 ba3 ef6 ed4; V-5
ab4 fg5 bc5 db4; V-6 ab4 hg5; V-7 ab4 hg5 ba3 gf4; V-8 ab4 hg5 gf4 bc5; V-9 ab4 hg5 gf4 gh6; V-10 ab4 hg5 gh4 ba5;
V-11 ab4 hg5 gh4 gf4; V-12 cb4; V-13 cb4 ba5 bc5 db4 ac5 cb6; V-14 cb4 ba5 bc5 db4 ac5 fe5; V-15 cb4 ba5 dc3 fe5 gh4
cb6; V-16 cb4 ba5 dc3 hg5; V-17 cb4 ba5 ef4; V-18 cb4 ba5 gf4; V-19 cb4 ba5 gh4 ac3 bd4 de5; V-20 cb4 bc5; V-21 cb4
bc5 bc3 fe5 ed4; V-22 cb4 bc5 bc3 fg5 cd4 ab6; V-23 cb4 bc5 bc3 fg5 ed4; VI-1 a3-c5 d6-a3; VI-2 a3-c5 f6-a3; VI-3
a3-c5 g7-a3; VI-4 a3-c5 h8-a3; VI-5 a3-d4 b6-a3; VI-6 a3-d4 c7-a5; VI-7 a3-d4 e7-c5; VI-8 a3-d4 f6-a3; VI-9 a3-d4
g7-a3; VI-10 a3-d4 g7-a5; VI-11 a3-d4 h8-a3; VI-12 a3-d4 h8-h4; VI-13 a3-e5 a7-c5; VI-14 a3-e5 b6-a3; VI-15 a3-e5
g7-a3; VI-16 a3-e5 h8-a3; VI-17 a3-f4 ---; VI-18 a3-f4 a7-c5; VI-19 a3-f4 c7-c5; VI-20 a3-g5 a7-a3; VI-21 a3-g5 b6-a3;
VI-22 a3-g5 c7-a3; VI-23 a3-g5 d6-a3; VII-1 cb4 bc5 dc3 ab6; VII-2 cb4 bc5 dc3 fe5; VII-3 cb4 bc5 dc3 fe5 ef4 ef6;
VII-4 cb4 bc5 dc3 fe5 gh4 ab6; VII-5 cb4 bc5 dc3 fe5 gh4 gf6; VII-6 cb4 bc5 ed4 ce3 fd4 cb6; VII-7 cb4 bc5 ed4 ce3 fd4
de5; VII-8 cb4 bc5 gf4 ab6 hg3 fg5; VII-9 cb4 dc5; VII-10 cb4 dc5 bd6 ec5 gf4 ba5; VII-11 cb4 dc5 bd6 ce5 gh4 ba5;
VII-12 cb4 de5; VII-13 cb4 de5 ba5 bc5; VII-14 cb4 de5 dc3 fg5; VII-15 cb4 de5 ef4 ba5; VII-16 cb4 de5 gf4; VII-17 cb4
de5 gf4 eg3 hf4 fe5; VII-18 cb4 de5 gh4 cd6; VII-19 cb4 fe5 ba5 bc5; VII-20 cb4 fe5 bc3 gf6 ab2; VII-21 cb4 fe5 bc3
gf6 cb2 fg5; VII-22 cb4 fe5 bc3 gf6 ed4; VII-23 cb4 fe5 bc3 gf6 gh4 hg7; VIII-1 a3-g5 d6-c5; VIII-2 a3-g5 f6-a3;
VIII-3 a3-g5 g7-a3; VIII-4 a3-g5 h8-a3; VIII-5 a3-h4 a7-a3; VIII-6 a3-h4 a7-a5; VIII-7 a3-h4 b6-c5; VIII-8 a3-h4
c7-a3; VIII-9 a3-h4 d6-a3; VIII-10 a3-h4 d6-c5; VIII-11 a3-h4 e7-a3; VIII-12 a3-h4 e7-a5; VIII-13 a3-h4 f6-a3; VIII-14
a3-h4 f6-c5; VIII-15 a3-h4 f6-e5; VIII-16 a3-h4 g7-a3; VIII-17 a3-h4 g7-a5; VIII-18 a3-h4 g7-c5; VIII-19 a3-h4 g7-e5;
VIII-20 a3-h4 h6-a3; VIII-21 a3-h4 h6-a5; VIII-22 a3-h6 h6-c5; VIII-23 --- a7-a5; IX-1 cb4 fe5 dc3 gf6; IX-2 cb4 fe5
ef4 ba5; IX-3 cb4 fe5 ef4 ba5 bc5; IX-4 cb4 fe5 ef4 gf6 bc3; IX-5 cb4 fe5 ef4 gf6 de3 bc5; IX-6 cb4 fe5 gh4 ba5 hg5;
IX-7 cb4 fe5 gh4 bc5 hg5; IX-8 cb4 fg5 ed4 ba5; IX-9 cb4 fg5 ed4 dc5; IX-10 cb4 fg5 ed4 ef6; IX-11 cb4 fg5 ed4 gf4;
IX-12 cb4 hg5; IX-13 cb4 hg5 ba5 gh4 ed4; IX-14 cb4 hg5 gf4 gh4 fg5 ba5; IX-15 cb4 hg5 gh4 ba5; IX-16 cb4 hg5 gh4 de5;
IX-17 cb4 hg5 gh4 gh6 bc5; IX-18 cb4 hg5 gh4 gh6 hg3; IX-19 cd4; IX-20 cd4 ba5 bc3; IX-21 cd4 ba5 bc3 ab6; IX-22 cd4
ba5 bc3 ab6 ab2 dc5; IX-23 cd4 ba5 bc3 ab6 ef4; X-1 --- a7-c5; X-2 --- a7-g5; X-3 --- a7-h4; X-4 b2-a5 ---; X-5 b2-a5
a7-e5; X-6 b2-a5 a7-h4; X-7 b2-a5 b6-b4; X-8 b2-a5 f6-e5; X-9 b2-b4 d6-e5; X-10 b2-b4 d6-g5; X-11 b2-b4 h8-a5; X-12
b2-b4 h6-e5; X-13 b2-c5 ---; X-14 b2-c5 g7-g5; X-15 b2-d4 ---; X-16 b2-d4 a7-g5; X-17 b2-d4 b6-c5; X-18 b2-d4 f6-c5;
X-19 b2-d4 f6-e5; X-20 b2-d4 h8-h4; X-21 b2-e5 g7-a5; X-22 b2-e5 g7-h4; X-23 b2-f4 d6-c5; XI-1 cd4 ba5 bc3 ab6 gf4;
XI-2 cd4 ba5 bc3 de5; XI-3 cd4 ba5 bc3 de5 ef4; XI-4 cd4 ba5 bc3 de5 gf4; XI-5 cd4 ba5 bc3 fe5; XI-6 cd4 ba5 bc3 hg5
ab2; XI-7 cd4 ba5 bc3 hg5 cb2 gf4; XI-8 cd4 ba5 dc3 de5 gf4; XI-9 cd4 ba5 dc3 de5 gh4; XI-10 cd4 ba5 dc3 fg5 gh4 ab6;
XI-11 cd4 ba5 de5 df4; XI-12 cd4 ba5 ef4 dc5; XI-13 cd4 ba5 ef4 de5; XI-14 cd4 ba5 ef4 cb6 de3 dc5; XI-15 cd4 ba5 ef4
cb6 fe3 ab4; XI-16 cd4 ba5 ef4 fg5 fe3 ab4; XI-17 cd4 ba5 gf4 de5; XI-18 cd4 ba5 gf4 fe5 df6 eg5; XI-19 cd4 ba5 gh4
ab6 dc5; XI-20 cd4 bc5; XI-21 cd4 bc5 db6 ac5 bc3 de5; XI-22 cd4 bc5 db6 ac5 bc3 fe5; XI-23 cd4 bc5 db6 ca5; XII-1
b2-g5 a7-a5; XII-2 b2-g5 c7-a5; XII-3 b2-g5 d6-e5; XII-4 b2-g5 g7-a5; XII-5 b2-g5 h6-e5; XII-6 b2-g5 h8-a5; XII-7
b2-h4 a7-a5; XII-8 b2-h4 b6-a5; XII-9 b2-h4 g7-e5; XII-10 b2-h6 h6-a5; XII-11 b2-h6 h6-e5; XII-12 b2-h6 h6-f4; XII-13
--- b6-h4; XII-14 c1-a5 a7-c5; XII-15 c1-a5 f8-h4; XII-16 c1-h4 f6-g5; XII-17 c3-a5 a7-g5; XII-18 c3-a5 d6-g5; XII-19
c3-a5 d6-h4; XII-20 c3-a5 f6-e5; XII-21 c3-a5 h8-g5; XII-22 c3-a5 h6-e5; XII-23 c3-b4 a7-a5; XIII-1 cd4 bc5 db6 ca5
ed4; XIII-2 cd4 dc5 bc3 cd6; XIII-3 cd4 dc5 bc3 cd6 ab2 de5; XIII-4 cd4 dc5 bc3 ed6 gh4; XIII-5 cd4 dc5 bc3 fg5 cb4
ba5; XIII-6 cd4 dc5 dc3 ed6 cb4 fg5; XIII-7 cd4 dc5 dc3 fe5; XIII-8 cd4 dc5 dc3 hg5; XIII-9 cd4 dc5 gf4 cd6 de5;
XIII-10 cd4 dc5 gh4 fe5; XIII-11 cd4 de5; XIII-12 cd4 de5 bc3 ed6 cb2 fe7; XIII-13 cd4 de5 bc3 ed6 ef4 fe7; XIII-14
cd4 de5 bc3 ed6 gf4; XIII-15 cd4 de5 bc3 ef4 eg5 fh4; XIII-16 cd4 de5 dc3; XIII-17 cd4 de5 gf4 ec3; XIII-18 cd4 de5
gf4 eg3; XIII-19 cd4 de5 gh4 ec3 bd4 fe5; XIII-20 cd4 fe5; XIII-21 cd4 fe5 df6 ge5 bc3; XIII-22 cd4 fe5 df6 ge5 gh4;
XIII-23 cd4 fe5 df6 eg5 gf4 de7; XIV-1 c3-b4 a7-e5; XIV-2 c3-b4 a7-h4; XIV-3 c3-b4 h8-g5; XIV-4 c3-b4 h6-e5; XIV-5
c3-c5 f6-g5; XIV-6 c3-c5 g7-e5; XIV-7 c3-c5 g7-h4; XIV-8 c3-d4 a7-e5; XIV-9 c3-d4 d6-a5; XIV-10 c3-d4 e7-e5; XIV-11
c3-d4 f6-c5; XIV-12 c3-d4 h8-g5; XIV-13 c3-d4 h6-e5; XIV-14 c3-e5 b6-a5; XIV-15 c3-e5 g7-a5; XIV-16 c3-e5 g7-g5;
XIV-17 c3-e5 g7-h4; XIV-18 c3-f4 ---; XIV-19 c3-f4 a7-e5; XIV-20 c3-f4 f6-b4; XIV-21 c3-f4 f6-e5; XIV-22 c3-f4 h8-h4;
XIV-23 c3-f4 h6-c5; XV-1 cd4 fg5 bc3 ef6; XV-2 cd4 fg5 bc3 ef6 ab2; XV-3 cd4 fg5 bc3 gf6 ab2 de5; XV-4 cd4 fg5 bc3 gf6
ab2 gh4; XV-5 cd4 fg5 bc3 gf4; XV-6 cd4 fg5 bc3 gh4 cb4 de5; XV-7 cd4 fg5 bc3 gh4 cb4 hg5; XV-8 cd4 fg5 dc5; XV-9 cd4
fg5 dc3 ef6 ed2 bc5; XV-10 cd4 fg5 dc3 gf6 gf4 de5; XV-11 cd4 fg5 dc3 gh4 cb4; XV-12 cd4 fg5 gf4 gf6 bc3 hg7; XV-13
cd4 fg5 gf4 gf6 bc3 gh4; XV-14 cd4 fg5 gh4 ba5; XV-15 cd4 fg5 gh4 dc5; XV-16 cd4 fg5 gh4 dc5 hf6 eg5; XV-17 cd4 fg5
gh4 ef6; XV-18 cd4 fg5 gh4 gf4; XV-19 cd4 hg5; XV-20 cd4 hg5 bc3 gf4; XV-21 cd4 hg5 bc3 gh4; XV-22 cd4 hg5 bc3 gh4 cb4
de5; XV-23 cd4 hg5 gf4 gh4 fe5; XVI-1 c3-g5 a7-a5; XVI-2 c3-g5 a7-e5; XVI-3 c3-g5 b6-c5; XVI-4 c3-g5 c7-c5; XVI-5
c3-g5 c7-e5; XVI-6 c3-g5 g7-c5; XVI-7 c3-g5 g7-e5; XVI-8 c3-g5 h8-a5; XVI-9 c3-h4 ---; XVI-10 c3-h4 a7-g5; XVI-11
c3-h4 f6-a5; XVI-12 c3-h4 f6-e5; XVI-13 c3-h4 g7-c5; XVI-14 c3-h4 h6-c5; XVI-15 c3-h6 h6-a5; XVI-16 --- c7-a5; XVI-17
--- c7-g5; XVI-18 d2-a5 ---; XVI-19 d2-a5 b6-h4; XVI-20 d2-a5 e7-g5; XVI-21 d2-a5 g7-d2; XVI-22 d2-a5 g7-e5; XVI-23
d2-b4 ---; XVII-1 cd4 hg5 gf4 gh4 fg5 dc5; XVII-2 cd4 hg5 gf4 gh4 fg5 de5; XVII-3 cd4 hg5 gf4 gh4 fg5 fe5; XVII-4 ed4;
XVII-5 ed4 ba5; XVII-6 ed4 ba5 dc5 db4 ac5 fg5; XVII-7 ed4 ba5 fe3 ab6; XVII-8 ed4 ba5 fe3 ab6 ab4 dc5; XVII-9 ed4 ba5
fe3 cb6; XVII-10 ed4 ba5 fe3 de5 gh4 ab6; XVII-11 ed4 ba5 fe3 de5 gh4 cb6; XVII-12 ed4 ba5 fe3 fe5; XVII-13 ed4 ba5
fe3 fg5 gf2 gh4; XVII-14 ed4 ba5 fe3 hg5 gf2; XVII-15 ed4 ba5 gf4 fg5; XVII-16 ed4 bc5; XVII-17 ed4 bc5 db6 ac5 de3
hg5; XVII-18 ed4 bc5 db6 ac5 gf4 fe5; XVII-19 ed4 bc5 db6 ac5 gh4 de5; XVII-20 ed4 bc5 db6 ca5; XVII-21 ed4 bc5 db6
ca5 ab4 ab6; XVII-22 ed4 bc5 db6 ca5 ab4 hg5; XVII-23 ed4 dc5 cb4 ce3 fd4 fg5; XVIII-1 d2-b4 a7-g5; XVIII-2 d2-b4
a7-h4; XVIII-3 d2-b4 d6-e5; XVIII-4 d2-b4 h8-a5; XVIII-5 d2-b4 h8-g5; XVIII-6 d2-b4 h8-h4; XVIII-7 d2-c5 ---; XVIII-8
d2-c5 a7-d2; XVIII-9 d2-c5 b6-g5; XVIII-10 d2-c5 d6-h4; XVIII-11 d2-d4 ---; XVIII-12 d2-d4 a7-g5; XVIII-13 d2-d4
a7-h4; XVIII-14 d2-d4 b6-a5; XVIII-15 d2-d4 b6-g5; XVIII-16 d2-d4 c7-h4; XVIII-17 d2-d4 d6-h4; XVIII-18 d2-d4 f6-e5;
XVIII-19 d2-d4 f6-g5; XVIII-20 d2-d4 h8-h4; XVIII-21 d2-d4 h6-g5; XVIII-22 d2-e5 g7-h4; XVIII-23 d2-f4 ---; XIX-1 ed4
dc5 cb4 ce3 df4 cd6; XIX-2 ed4 dc5 fe3 cd6; XIX-3 ed4 dc5 fe3 ed6; XIX-4 ed4 dc5 fe3 fg5 gh4 cd6; XIX-5 ed4 dc5 fe3
fg5 gh4 gf6; XIX-6 ed4 dc5 fe3 fg5 gh4 gf4; XIX-7 ed4 dc5 gh4 ce3 fd4 ba5; XIX-8 ed4 de5; XIX-9 ed4 de5 ab4 cd6;
XIX-10 ed4 de5 ab4 ed6; XIX-11 ed4 de5 de3 ed6; XIX-12 ed4 de5 fe3; XIX-13 ed4 de5 gf4 eg3 fh4 hg5; XIX-14 ed4 de5 gh4
hg5 fe3; XIX-15 ed4 fe5; XIX-16 ed4 fe5 df6 ge5 ab4 hg7; XIX-17 ed4 fe5 df6 ge5 ab4 hg5; XIX-18 ed4 fe5 df6 ge5 gh4
hg7; XIX-19 ed4 fe5 df6 eg5 fe3; XIX-20 ed4 fg5; XIX-21 ed4 fg5 fe3 bc5; XIX-22 ed4 fg5 fe3 ef6; XIX-23 ed4 fg5 fe3
ef6 gf2 bc5; XX-1 d2-f4 b6-c5; XX-2 d2-f4 d6-a5; XX-3 d2-f4 e7-a5; XX-4 d2-g5 h6-h4; XX-5 d2-h4 b6-c5; XX-6 d2-h4
e7-c5; XX-7 d2-h4 f6-g5; XX-8 d2-h4 g7-e5; XX-9 d2-h4 h6-e5; XX-10 --- d6-a5; XX-11 --- d6-g5; XX-12 --- d6-h4; XX-13
e3-a5 ---; XX-14 e3-a5 a7-e5; XX-15 e3-a5 a7-g5; XX-16 e3-a5 b6-c5; XX-17 e3-a5 d6-e5; XX-18 e3-a5 e7-g5; XX-19 e3-a5
f6-b4; XX-20 e3-a5 g7-b4; XX-21 e3-a5 h8-e5; XX-22 e3-a5 h8-h4; XX-23 e3-b4 ---; XXI-1 ed4 fg5 fe3 gf6; XXI-2 ed4 fg5
gh4 ba5; XXI-3 ed4 fg5 gh4 dc5; XXI-4 ed4 fg5 gh4 ef6; XXI-5 ed4 fg5 gh4 gf6; XXI-6 ed4 hg5; XXI-7 ed4 hg5 cb4 de5;
XXI-8 ed4 hg5 cb4 gf4; XXI-9 ed4 hg5 cb4 gh4; XXI-10 ed4 hg5 fe3 gf4; XXI-11 ed4 hg5 gh4 gh6; XXI-12 ef4; XXI-13 ef4
ba5 de3 ab6 cd4 dc5; XXI-14 ef4 ba5 de3 cb6 cd2 fe5; XXI-15 ef4 ba5 fe3 ab6 gf2 fg5; XXI-16 ef4 ba5 fe3 fe5 cd4;
XXI-17 ef4 ba5 gh4; XXI-18 ef4 bc5 cb4 fg5 de3; XXI-19 ef4 bc5 de3 ab6 cd4 fg5; XXI-20 ef4 bc5 fe3 cb6 cd4 fe5; XXI-21
ef4 bc5 gh4 ab6 hg3 fe5; XXI-22 ef4 dc5 cb4 ed6; XXI-23 ef4 dc5 cb4 ed6 gh4 de5; XXII-1 e3-b4 a7-c5; XXII-2 e3-b4
a7-e5; XXII-3 e3-b4 a7-h4; XXII-4 e3-b4 b6-f4; XXII-5 e3-b4 b6-g5; XXII-6 e3-b4 f6-e5; XXII-7 e3-b4 h8-e5; XXII-8
e3-b4 h8-h4; XXII-9 e3-b6 b6-b4; XXII-10 e3-c5 d6-g5; XXII-11 e3-c5 g7-h4; XXII-12 e3-d4 ---; XXII-13 e3-d4 a7-e5;
XXII-14 e3-d4 a7-g5; XXII-15 e3-d4 d6-a5; XXII-16 e3-d4 d6-h4; XXII-17 e3-f4 ---; XXII-18 e3-f4 a7-e5; XXII-19 e3-f4
d6-a5; XXII-20 e3-f4 f6-c5; XXII-21 e3-f4 g7-a5; XXII-22 e3-f6 f6-b4; XXII-23 e3-g5 h6-e5; XXIII-1 ef4 dc5 de3;
XXIII-2 ef4 dc5 fe3; XXIII-3 ef4 dc5 gh4 ed6 hg3 fe5; XXIII-4 ef4 de5; XXIII-5 ef4 de5 fd6 ec5 de3; XXIII-6 ef4 de5
fd6 ce5 de3 fg5; XXIII-7 ef4 fe5 cd4 ec3 bd4; XXIII-8 ef4 fe5 de3; XXIII-9 ef4 fe5 de3 ba5 ab4 cb6; XXIII-10 ef4 fg5;
XXIII-11 ef4 fg5 cb4 ge3 fd4; XXIII-12 ef4 fg5 cb4 ge3 df4 ef6; XXIII-13 ef4 fg5 fe3 gh4 gf2 ba5; XXIII-14 ef4 fg5 fe3
gh4 gf2 de5; XXIII-15 gf4; XXIII-16 gf4 ba5; XXIII-17 gf4 ba5 cb4 ac3 bd4 fg5; XXIII-18 gf4 ba5 cb4 ac3 db4 de5;
XXIII-19 gf4 ba5 cb4 ac3 db4 fg5; XXIII-20 gf4 ba5 cd4 fe5 df6 eg5; XXIII-21 gf4 ba5 hg3 ab6 gh4 de5; XXIII-22 gf4 ba5
hg3 fg5; XXIII-23 gf4 bc5 hg3 ab6 gh4 ba5; XXIV-1 e3-h4 f6-a5; XXIV-2 e3-h4 g7-g5; XXIV-3 e3-h4 h6-a5; XXIV-4 e3-h4
h6-g5; XXIV-5 e3-h6 h6-a5; XXIV-6 e3-h6 h6-e5; XXIV-7 --- e7-h4; XXIV-8 f2-a5 d8-f4; XXIV-9 f2-a5 d6-e5; XXIV-10 f2-a5
e7-e5; XXIV-11 f2-a5 f6-e5; XXIV-12 f2-a5 g7-e5; XXIV-13 f2-b4 d6-a5; XXIV-14 f2-b4 d8-h4; XXIV-15 f2-b4 e7-e5;
XXIV-16 f2-b4 g7-e5; XXIV-17 f2-b4 h8-c5; XXIV-18 f2-b4 h8-g5; XXIV-19 f2-c5 a7-f2; XXIV-20 f2-c5 h8-e5; XXIV-21 f2-d4
b6-c5; XXIV-22 f2-d4 c7-g5; XXIV-23 f2-d4 d6-a5; XXV-1 gf4 bc5 hg3 fe5 cd4; XXV-2 gf4 dc5; XXV-3 gf4 dc5 cb4 ba5;
XXV-4 gf4 dc5 cb4 fg5; XXV-5 gf4 dc5 cd4 ed6; XXV-6 gf4 dc5 hg3 ed6 gh4 fe5; XXV-7 gf4 de5; XXV-8 gf4 de5 fd6 ce5 fg3
bc7; XXV-9 gf4 de5 fd6 ce5 ab4; XXV-10 gf4 de5 fd6 ec5 hg3; XXV-11 gf4 fe5; XXV-12 gf4 fe5 ab4 eg3 fh4 gf6; XXV-13 gf4
fe5 cd4 ec3; XXV-14 gf4 fe5 cd4 eg3; XXV-15 gf4 fe5 ed4; XXV-16 gf4 fe5 ed4 eg3 hf4 ba5; XXV-17 gf4 fe5 fg3; XXV-18
gf4 fe5 fg3 ef6 ab4; XXV-19 gf4 fe5 hg3 bc5 cb4 ab6; XXV-20 gf4 fe5 hg3 ed4 ec5; XXV-21 gf4 fe5 hg3 gf6 cb4; XXV-22
gf4 fe5 hg3 gf6 ed4; XXV-23 gf4 fg5 cb4 de5; XXVI-1 f2-d4 h6-g5; XXVI-2 f2-f4 d6-e5; XXVI-3 f2-f4 f6-e5; XXVI-4 f2-f4
h6-a5; XXVI-5 f2-f4 h8-e5; XXVI-6 f2-g5 g7-a5; XXVI-7 f2-g5 h6-a5; XXVI-8 f2-g5 h6-c5; XXVI-9 f2-h4 ---; XXVI-10 f2-h4
f6-c5; XXVI-11 --- f6-a5; XXVI-12 --- f6-h4; XXVI-13 g1-a5 f6-b4; XXVI-14 g1-a5 g7-c5; XXVI-15 g1-b4 e7-c5; XXVI-16
g1-b4 h8-c5; XXVI-17 g1-d4 d6-g5; XXVI-18 g1-d4 h6-a5; XXVI-19 g1-g5 g7-a5; XXVI-20 g1-g5 g7-e5; XXVI-21 g1-g5 h8-a5;
XXVI-22 g1-h4 d6-c5; XXVI-23 g1-h4 e7-g5; XXVII-1 gf4 fg5 cb4 gf6 bc3 de5; XXVII-2 gh4; XXVII-3 gh4 ba5; XXVII-4 gh4
ba5 fg3 ab6 gf2 fg5; XXVII-5 gh4 ba5 fg3 de5 ed4; XXVII-6 gh4 ba5 fg3 fe5 ed4; XXVII-7 gh4 ba5 fg3 hg5 gf2; XXVII-8
gh4 ba5 hg3 fe5 ed4; XXVII-9 gh4 ba5 hg3 ab6 ef4 dc5; XXVII-10 gh4 ba5 hg3 ab6 gh2 ba7; XXVII-11 gh4 bc5; XXVII-12 gh4
bc5 cd4 ab6; XXVII-13 gh4 bc5 cd4 fe5; XXVII-14 gh4 bc5 ed4 ce3 df4 cb6; XXVII-15 gh4 bc5 ed4 ce3 fd4 de5; XXVII-16
gh4 bc5 fg3 ab6 cd4 fg5; XXVII-17 gh4 dc5; XXVII-18 gh4 dc5 cb4 cd4; XXVII-19 gh4 dc5 cb4 fg5; XXVII-20 gh4 dc5 ef4
cd6; XXVII-21 gh4 dc5 fg3 fe5 cd4; XXVII-22 gh4 dc5 fg3 fe5 ed4; XXVII-23 gh4 dc5 hg3 fe5; XXVIII-1 g3-a5 ---;
XXVIII-2 g3-a5 a7-e5; XXVIII-3 g3-a5 b6-e5; XXVIII-4 g3-a5 h6-g5; XXVIII-5 g3-b4 a7-e5; XXVIII-6 g3-b4 b6-e5; XXVIII-7
g3-b4 f8-f4; XXVIII-8 g3-b4 g7-g5; XXVIII-9 g3-b4 h8-h4; XXVIII-10 g3-b4 h6-g5; XXVIII-11 g3-c5 b6-g5; XXVIII-12 g3-d4
a7-a5; XXVIII-13 g3-d4 a7-e5; XXVIII-14 g3-d4 a7-f4; XXVIII-15 g3-d4 b6-c5; XXVIII-16 g3-d4 d6-a5; XXVIII-17 g3-d4
d6-e5; XXVIII-18 g3-d4 g7-a5; XXVIII-19 g3-e5 g7-h4; XXVIII-20 g3-e5 h8-a5; XXVIII-21 g3-f4 ---; XXVIII-22 g3-f4
d6-g5; XXVIII-23 g3-f4 g7-a5; XXIX-1 gh4 de5; XXIX-2 gh4 de5 ab4 cd6; XXIX-3 gh4 de5 fg3; XXIX-4 gh4 de5 hg3 bc5;
XXIX-5 gh4 de5 hg3 cd6; XXIX-6 gh4 fe5; XXIX-7 gh4 fe5 ab4 ed4; XXIX-8 gh4 fe5 cb4 ef4; XXIX-9 gh4 fe5 cd4 ec3 bd4
ba5; XXIX-10 gh4 fe5 ed4 bc5; XXIX-11 gh4 fe5 ed4 dc5; XXIX-12 gh4 fe5 ed4 ef6; XXIX-13 gh4 fe5 ed4 gf6; XXIX-14 gh4
fe5 ed4 gf6 fg3 dc5; XXIX-15 gh4 fe5 ef4 eg3 hf4 ba5; XXIX-16 gh4 fe5 fg3; XXIX-17 gh4 fe5 fg3 gf6; XXIX-18 gh4 fg5;
XXIX-19 gh4 fg5 hf6 ge5 ab4 fg7; XXIX-20 gh4 fg5 hf6 ge5 ed4 fg7; XXIX-21 gh4 fg5 hf6 eg5 ed4; XXIX-22 gh4 hg5 cd4
dc5; XXIX-23 gh4 hg5 cd4 gh6 fg3; XXX-1 g3-f4 h8-g5; XXX-2 g3-g5 a7-h4; XXX-3 g3-g5 h8-b4; XXX-4 g3-g5 h6-a5; XXX-5
g3-h4 ---; XXX-6 g3-h4 a7-g5; XXX-7 g3-h4 c7-f4; XXX-8 g3-h4 g7-a5; XXX-9 g3-h4 g7-c5; XXX-10 g3-h4 h8-e5; XXX-11
g3-h6 h6-a5; XXX-12 g3-h6 h6-e5; XXX-13 g3-h6 h6-h4; XXX-14 --- g7-a5; XXX-15 --- g7-e5; XXX-16 --- g7-g5; XXX-17 ---
g7-h4; XXX-18 h2-a5 ---; XXX-19 h2-a5 a7-g5; XXX-20 h2-a5 a7-h2; XXX-21 h2-a5 b6-h2; XXX-22 h2-a5 d6-h2; XXX-23 h2-a5
e7-g5; XXXI-1 gh4 hg5 ef4 ge3 df4 ba5; XXXI-2 gh4 hg5 ef4 ge3 df4 bc5; XXXI-3 gh4 hg5 hg3 de5; XXXI-4 gh4 hg5 hg3 gh6;
XXXI-5 h2-a5 f6-h4; XXXI-6 h2-a5 g7-b4; XXXI-7 h2-a5 g7-h2; XXXI-8 h2-a5 h8-h2; XXXI-9 h2-a5 h8-h4; XXXI-10 h2-a7
a7-d4; XXXI-11 h2-b4 a7-e5; XXXI-12 h2-b4 a7-g5; XXXI-13 h2-b4 a7-h2; XXXI-14 h2-b4 b6-c5; XXXI-15 h2-b4 b6-h2;
XXXI-16 h2-b4 d6-g5; XXXI-17 h2-b4 d6-h2; XXXI-18 h2-b4 g7-h2; XXXI-19 h2-b4 h8-h2; XXXI-20 h2-c5 a7-f4; XXXI-21 h2-c5
a7-h2; XXXI-22 h2-c5 b6-h2; XXXI-23 h2-c5 d6-h2; XXXII-1 h2-c5 f6-h2; XXXII-2 h2-c5 h8-h2; XXXII-3 h2-d4 a7-h2;
XXXII-4 h2-d4 b6-c5; XXXII-5 h2-d4 b6-h2; XXXII-6 h2-d4 c7-h2; XXXII-7 h2-d4 d6-h2; XXXII-8 h2-d4 g7-h2; XXXII-9 h2-e5
a7-b4; XXXII-10 h2-e5 a7-d4; XXXII-11 h2-e5 e7-h2; XXXII-12 h2-e5 h8-h2; XXXII-13 h2-f4 ---; XXXII-14 h2-f4 a7-h2;
XXXII-15 h2-f4 c7-h4; XXXII-16 h2-f4 c7-h2; XXXII-17 h2-f4 e7-h2; XXXII-18 h2-f4 f6-e5; XXXII-19 h2-f4 h6-c5; XXXII-20
h2-g5 c7-a5; XXXII-21 h2-g5 c7-e5; XXXII-22 h2-g5 d6-h2; XXXII-23 h2-h4 ---; XXXIII-1 h2-h4 h6-h2; XXXIII-2 h2-h4
a7-e5; XXXIII-3 h2-h4 a7-h2; XXXIII-4 h2-h4 d6-e5; XXXIII-5 h2-h4 d6-h2; XXXIII-6 h2-h6 h6-f4; XXXIII-7 h2-h6 h6-h4;
XXXIII-8 --- h6-h4; XXXIII-9 --- h8-h4
"""
"""The table of 745 openings of the FMJD section for 64 squares, as drawn in Russian draughts."""

NOT_BRAZILIAN = frozenset(
    {
        "I-17",
        "XI-18",
        "XIII-3",
        "XIV-22",
        "XV-12",
        "XV-16",
        "XV-18",
        "XXIII-20",
        "XXVI-5",
    }
)
"""The names of the openings in `TABLE` that Brazilian draughts does not have; 736 remain."""

BASIC = """
1-I cd4 ba5 dc5; 1-II ef4 dc5 fe3; 1-III gh4 hg5; 1-IV gf4 de5; 1-V ed4 fg5 fe3; 1-VI cb4 de5; 1-VII gh4 fg5; 1-VIII
gf4 bc5 cd4; 1-IX ab4 hg5 ba5; 1-X gh4 hg5 cb4; 2-I gh4 ba5 hg3; 2-II cd4 hg5 gh4; 2-III ef4 fg5 cb4; 2-IV ef4 fe5
ab4; 2-V ab4 fe5 ba5; 2-VI gf4 bc5; 2-VII ab4 hg5 gf4; 2-VIII ed4 fe5; 2-IX gh4 dc5 cb4; 2-X gf4 ba5 cd4; 3-I cd4 fg5
dc5; 3-II gh4 dc5 fg3; 3-III gf4 fe5 hg3; 3-IV cb4 hg5; 3-V ab4 de5; 3-VI gh4 de5 cb4; 3-VII ef4 ba5; 3-VIII cb4 fg5;
3-IX gh4 bc5 fg3; 3-X ef4 dc5 de3; 4-I cb4 fe5 dc3; 4-II gh4 bc5 cd4; 4-III ab4 fg5 bc5; 4-IV cd4 dc5 gh4; 4-V ab4 fe5
gh4; 4-VI gh4 ba5; 4-VII ab4 fe5 bc5; 4-VIII ef4 fe5 de3; 4-IX ab4 ba5 gh4; 4-X gh4 de5 fg3; 5-I gf4 fg5; 5-II gh4
bc5; 5-III ab4 ba5 ba3; 5-IV ab4 de5 ba5; 5-V cd4 hg5; 5-VI cd4 fg5; 5-VII Free; 5-VIII gh4 hg5 fg3; 5-IX ab4 fg5 ba3;
5-X gh4 ba5 fg3; 6-I cb4 bc5; 6-II gf4 ba5 hg3; 6-III cb4 ba5 dc3; 6-IV ed4 fg5; 6-V ef4 dc5 cb4; 6-VI cd4 de5 bc3;
6-VII ef4 fg5; 6-VIII ab4 de5 gh4; 6-IX ed4 de5 ab4; 6-X cb4 fe5 bc3; 7-I cd4 fg5 bc3; 7-II cd4 fe5; 7-III cd4 hg5
bc3; 7-IV ef4 bc5; 7-V gh4; 7-VI cb4 dc5; 7-VII cb4 fe5 bc5; 7-VIII ed4 fg5 de3; 7-IX ed4 hg5; 7-X ed4 dc5 fe3; 8-I
ab4 fg5; 8-II cd4 de5; 8-III cb4 fg5 dc3; 8-IV ef4 fe5 fe3; 8-V ed4 dc5 de3; 8-VI ef4 bc5 de3; 8-VII ed4 bc5; 8-VIII
cd4 dc5; 8-IX cb4 bc5 ba5; 8-X gf4 fg5 cb4; 9-I ab4 fe5; 9-II ef4 fe5 cb4; 9-III ab4 fg5 ba5; 9-IV cb4 bc5 dc3; 9-V
ed4 dc5; 9-VI ab4 bc5 ba5; 9-VII gf4 fe5; 9-VIII gf4 bc5 fg3; 9-IX gh4 dc5; 9-X gf4 bc5 hg3; 10-I cd4 ba5; 10-II gf4;
10-III cb4 fe5; 10-IV cd4 de5 gf4; 10-V ed4 hg5 gh4; 10-VI gf4 ba5; 10-VII cd4 hg5 gf4; 10-VIII cb4 de5 ef4; 10-IX gh4
bc5 cb4; 10-X cd4 bc5; 11-I ef4 ba5 fe3; 11-II ef4 de5; 11-III ed4 ba5 ab4; 11-IV cb4 hg5 ba5; 11-V ab4 hg5 ba3; 11-VI
ab4 hg5 gh4; 11-VII ed4 ba5 dc5; 11-VIII ab4 ba5; 11-IX ef4 ba5 cd4; 11-X ef4; 12-I gh4 fe5 ed4; 12-II gf4 ba5 cb4;
12-III ab4 hg5; 12-IV ab4 bc5; 12-V cd4; 12-VI cb4 fg5 gh4; 12-VII gh4 dc5 hg3; 12-VIII cd4 ba5 bc3; 12-IX cb4 de5
dc3; 12-X ab4 hg5 bc5; 13-I ed4; 13-II ef4 bc5 cb4; 13-III gf4 dc5; 13-IV gf4 fg5 cd4; 13-V ef4 fe5; 13-VI cb4 fe5
ba5; 13-VII ed4 ba5; 13-VIII cb4 ba5; 13-IX gh4 hg5 hg3; 13-X gh4 de5 hg3; 14-I gf4 dc5 cb4; 14-II ab4; 14-III cd4 de5
dc3; 14-IV ed4 fg5 cb4; 14-V cb4 de5 bc3; 14-VI gf4 dc5 cd4; 14-VII ed4 de5; 14-VIII gh4 bc5 hg3; 14-IX ef4 dc5; 14-X
gf4 bc5 cb4; 15-I ab4 dc5; 15-II gh4 fe5; 15-III cb4 de5 ba5; 15-IV ed4 fg5 gh4; 15-V gh4 de5; 15-VI ed4 de5 gh4;
15-VII cb4; 15-VIII cb4 bc5 bc3; 15-IX cb4 hg5 gf4; 15-X gh4 fe5 cb4
"""
"""The 150 basic openings, drawn in Russian and in Brazilian draughts.

Instead of moves, opening 5-VII has the word "Free": the players choose their first moves.
"""
