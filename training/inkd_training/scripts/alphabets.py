"""The characters that each script's network reads, and the one network that learns them all."""

from __future__ import annotations

import numpy as np

SIGNS = "".join(chr(c) for c in range(32, 127) if not chr(c).isalpha()) + "«»€°"
"""Digits and punctuation, which the scripts share."""
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ"
GREEK = "αβγδεζηθικλμνξοπρσςτυφχψω"
TONOS = {"ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω"}
"""Greek vowels with the stroke of stress, and without."""
DIAERESIS = {"ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ΰ": "υ"}
"""Greek vowels with two dots, and without; the last two have the stroke as well."""


def capitals(letters: str) -> str:
    """The capitals of small letters that have one of their own, each once."""
    return "".join(dict.fromkeys(c.upper() for c in letters if len(c.upper()) == 1))


ALPHABETS = {
    "Cyrl": SIGNS + CYRILLIC + capitals(CYRILLIC),
    "Grek": SIGNS + GREEK + "".join(TONOS) + "".join(DIAERESIS) + capitals(GREEK) + "".join(c.upper() for c in TONOS) + "ΪΫ",
}
"""The characters that each script's model reads; class k is the character k - 1, class 0 CTC's blank."""
LANGUAGES = {"Cyrl": ("ru", "uk"), "Grek": ("el",)}
"""The languages of each script."""
TOGETHER = SIGNS + "".join(alphabet[len(SIGNS) :] for alphabet in ALPHABETS.values())
"""The characters of the network that learns all scripts."""
CLASS_OF = {character: index + 1 for index, character in enumerate(TOGETHER)}


def classes_of(script: str) -> np.ndarray:
    """The classes of the common network that the script's model has, in the order of the model's own."""
    return np.array([0] + [CLASS_OF[c] for c in ALPHABETS[script]])


ALIKE = """
аa б6 вB гr дg еe жx з3 иu йü кk лu мM нH оo пn рp сc тm уy фf хx цu чy шw щw ъb ыb ьb э3 юo яa ёë іi їï єe ґr
АA БB ВB ГT ДD ЕE ЖX З3 ИU ЙÜ КK ЛA МM НH ОO ПN РP СC ТT УY ФO ХX ЦU ЧY ШW ЩW ЪB ЫB ЬB Э3 ЮO ЯR ЁË ІI ЇÏ ЄE ҐT
αa βB γy δd εE ζz ηn θ0 ιi κk λx μu νv ξ3 οo πn ρp σo ςs τt υu φf χx ψy ωw
ΑA ΒB ΓT ΔA ΕE ΖZ ΗH ΘO ΙI ΚK ΛA ΜM ΝN ΞE ΟO ΠN ΡP ΣE ΤT ΥY ΦO ΧX ΨY ΩO
άá έé ήñ ίí όó ύú ώó ϊï ϋü ΐï ΰü ΆÁ ΈÉ ΉH ΊÍ ΌÓ ΎY ΏÓ ΪÏ ΫY
"""
"""Characters, each with a Latin one that looks somewhat like it."""
LATIN_LIKE = {pair[0]: pair[1] for pair in ALIKE.split()}
"""The output for a character begins with the weights of the Latin one that looks like it."""
