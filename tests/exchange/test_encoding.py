"""Lists in the code pages that spreadsheets save: told by their headings, their letters, and what can be words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.exchange.lists.encoding import PAGES, decoded

LISTS = {
    "cp1252": """
        Naam;Rating;Vereniging | Coëlho, André;1200;DV Ridderkerk | Boer, Zoë de;1100;Damclub Ermelo
        Naam;Rating | Jansen, Piet;1050 | Boer, Zoë de;1100
        Name;Wertung;Verein | Müller, Jürgen;1500;Köln | Schröder, Käthe;1450;Düsseldorf | Weiß, Jörg;1400;Gießen
        Nom;Prénom;Club | Lefèvre;Hélène;Orléans | Garçon;François;Besançon | Nguyen;Thierry;Saint-Étienne
        Nombre;Rating | Núñez, José;1500 | Ibáñez, Íñigo;1400
        Nome;Clube | João Conceição;São Paulo | Antônio Gonçalves;Brasília
        Namn;Rating;Klubb | Åkesson, Göran;1500;Malmö | Öberg, Märta;1400;Västerås
        Name;Rating | O’Neill, Seán;1500 | Smith, John;1400
        Zoë de Boer;1100 | Jan Jansen;1000
    """,
    "cp1250": """
        Nazwisko;Imię;Ranking;Klub | Wiśniewski;Łukasz;2100;Łódź | Żółkiewska;Małgorzata;1950;Kraków
        Nazwisko;Imie;Ranking | Kowalski;Jan;2100 | Nowak;Łukasz;1950 | Lis;Piotr;2000
        NAZWISKO;IMIĘ | WIŚNIEWSKI;ŁUKASZ
        Wiśniewski Łukasz;2100 | Kowalska Małgorzata;1950
        Příjmení;Jméno;Rating;Oddíl | Dvořák;Jiří;1800;Plzeň | Černý;Tomáš;1700;Praha | Růžička;Ondřej;1650;Brno
    """,
    "cp1251": """
        Имя;Рейтинг | Ivan;1
        Имя;Рейтинг | Иван;1
        Имя;Рейтинг;Клуб | Чижов Алексей;2430;Ижевск | Шварцман Александр;2420;Москва
        ФИО;РЕЙТИНГ | ЧИЖОВ АЛЕКСЕЙ;2430 | ШВАРЦМАН АЛЕКСАНДР;2420
        №;Фамилия, имя;Год рождения;Звание;Рейтинг | 1;Чижов Алексей;1964;МГР;2430
        Прізвище;Ім'я;Рейтинг | Анікєєв;Юрій;2400 | Їжак;Артем;2100
        Чижов Алексей;2430 | Шварцман Александр;2420
    """,
    "cp1253": """
        Επώνυμο;Όνομα;Rating;Σύλλογος | Παπαδόπουλος;Γιώργος;1500;Αθήνα | Οικονόμου;Ελένη;1400;Θεσσαλονίκη
        Παπαδόπουλος, Γιώργος;1500 | Οικονόμου, Ελένη;1400
    """,
    "cp1254": """
        Soyadı;Adı;Rating;Kulüp | Yılmaz;Ayşe;1500;İstanbul | Çelik;Güneş;1400;Ankara | Şahin;Oğuz;1300;İzmir
        Adı Soyadı;Rating | Ayşe Yılmaz;1500 | Mehmet Demir;1400
    """,
    "cp1257": """
        Vārds;Uzvārds;Reitings | Guntis;Valneris;2400 | Jānis;Bērziņš;1900 | Līga;Ozoliņa;1800
        Vardas;Pavardė;Reitingas | Aleksejus;Domčevas;2300 | Žydrūnas;Šileikis;1900 | Rūta;Kazlauskaitė;1800
    """,
    "cp1255": "שם;דירוג;מועדון | כהן יעקב;1500;תל אביב | לוי משה;1400;חיפה",
    "cp866": "Имя;Рейтинг;Клуб | Чижов Алексей;2430;Ижевск | Шварцман Александр;2420;Москва",
    "koi8_r": "Имя;Рейтинг;Клуб | Чижов Алексей;2430;Ижевск | Шварцман Александр;2420;Москва",
    "cp850": "Naam;Rating | Coëlho, André;1200 | Boer, Zoë de;1100 | Müller, Jürgen;1500",
    "cp852": "Nazwisko;Imię;Klub | Wiśniewski;Łukasz;Łódź | Żółkiewska;Małgorzata;Kraków",
    "gb18030": "姓名;等级分;俱乐部 | 周伟;2100;北京 | 潘一鸣;1900;上海 | 王小明;1800;天津",
}
"""Lists as clubs keep them, a line each, by the page in which they are saved; most with a heading, some without."""


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (page, "\r\n".join(line.strip() for line in text.split("|")) + "\r\n")
        for page, texts in LISTS.items()
        for text in texts.strip().splitlines()
    ],
)
def test_a_list_is_read_in_the_code_page_in_which_it_was_saved(page: str, text: str) -> None:
    assert decoded(text.encode(page)) == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_never_taken_for_a_code_page(encoding: str) -> None:
    text = "Имя;Рейтинг\nЧижов;2430\n"
    mark = "\ufeff" if encoding.endswith("e") else ""

    assert decoded((mark + text).encode(encoding)).removeprefix("\ufeff") == text


def test_a_letter_far_down_a_long_list_still_tells_its_code_page() -> None:
    text = "Nazwisko;Ranking\n" + "Kowalski;1000\n" * 5_000 + "Łukasz;1000\n"

    assert decoded(text.encode("cp1250")) == text


@given(st.binary(max_size=200), st.sampled_from(PAGES))
def test_bytes_of_no_page_at_all_are_no_fault(data: bytes, page: str) -> None:
    assert decoded("é".encode("cp1252") + data) is not None
    assert decoded("Имя;é\n".encode(page, errors="replace") + data) is not None
