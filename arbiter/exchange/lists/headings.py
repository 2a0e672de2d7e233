"""The headings that columns of player lists have, in many languages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "name": (
        "name", "player", "full name", "fullname", "player name", "naam", "speler", "volledige naam", "naam speler",
        "nom complet", "nom et prénom", "joueur", "spieler", "nazwisko i imię", "zawodnik", "hráč", "nombre", "jugador",
        "giocatore", "jogador", "имя", "фио", "ф.и.о.", "участник", "игрок", "фамилия имя", "прізвище та ім'я",
        "учасник", "име", "ονοματεπώνυμο", "παίκτης", "adı soyadı", "ad soyad", "isim", "oyuncu", "vārds uzvārds",
        "vardas pavardė", "nimi", "שם", "שחקן", "姓名",
    ),
    "given": (
        "first name", "given name", "firstname", "voornaam", "roepnaam", "prénom", "vorname", "imię", "jméno", "meno",
        "ім'я", "όνομα", "adı", "ad", "vārds", "vardas", "eesnimi",
    ),
    "infix": ("infix", "tussenvoegsel", "tussenvoegsels", "prefix", "voorvoegsel", "tv"),
    "family": (
        "last name", "surname", "family name", "lastname", "achternaam", "nom", "nachname", "nazwisko", "příjmení",
        "priezvisko", "apellidos", "apellido", "cognome", "sobrenome", "фамилия", "прізвище", "фамилно име", "επώνυμο",
        "soyadı", "soyad", "uzvārds", "pavardė", "perenimi",
    ),
    "rating": (
        "rtgi", "irtg", "rating i", "rating", "rtg", "elo", "fmjd rating", "kndb rating", "rating fmjd", "rtgn",
        "rating n", "rat", "cote",
        "wertung", "ranking", "nrtg", "fmjdrating", "рейтинг", "reitings", "reitingas", "reiting",
        "דירוג", "等级分",
    ),
    "club": (
        "club", "vereniging", "club name", "clubnaam", "damclub", "verein", "klub", "oddíl", "clube", "circolo", "клуб",
        "clb", "club/city", "school", "schule", "école", "klas", "klasse", "class", "σύλλογος", "kulüp", "klubs",
        "klubas", "klubi", "מועדון", "俱乐部",
    ),
    "federation": (
        "federation", "fed", "federatie", "country", "land", "bond", "pays", "nat", "nationality", "cn", "страна",
        "країна", "kraj", "země", "país", "paese", "χώρα", "ülke", "valsts", "šalis",
    ),
    "title": (
        "title", "titel", "titre", "ti", "tit", "звание", "звання", "tytuł", "título", "titolo", "unvan", "ünvan",
    ),
    "born": (
        "born", "birth", "birth date", "date of birth", "birthday", "geboren", "geboortedatum", "geboortejaar",
        "geb jaar", "geb datum", "gebjaar", "year",
        "jaar", "naissance", "geburtsdatum", "birth year", "dob", "year of birth", "b day", "год", "год рождения",
        "дата рождения", "рік народження", "rok urodzenia", "ročník", "doğum tarihi",
    ),
    "number": (
        "federation id", "federation number", "member number", "membership", "membership number",
        "fmjd id", "fmjdid", "fmjd nr",
        "kndb nr", "kndb id", "kndb nummer", "relatienummer", "relatienr", "relatie nr", "lidnummer", "lidnr",
        "bondsnummer", "bondsnr", "license", "licence",
        "licentie", "fide id", "fideid", "fide nr", "id fmjd", "id number", "player id", "номер билета",
    ),
    "sex": ("sex", "gender", "geslacht", "sexe", "geschlecht", "m/f", "m/v", "s", "пол", "стать", "płeć", "cinsiyet"),
}  # fmt: skip
"""For each field of a person, the headings of a column that mean the field, in lower case."""


def plain_heading(text: str) -> str:
    """Return a heading without accents, punctuation and capitals, so that headings can be compared."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w/]+", " ", bare.replace("_", " ")).split())


FIELDS: Mapping[str, str] = {plain_heading(word): field for field, words in HEADINGS.items() for word in words}
"""The field for each heading in its plain form (`plain_heading`)."""
SPELLED = frozenset(word for words in HEADINGS.values() for word in words)
"""The headings in their full spelling, with accents."""
