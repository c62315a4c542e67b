"""Which characters a language's model knows, as the glyphs at hand and the character sets of the standards have them."""

from __future__ import annotations

from .latin import signs

LANGUAGES = ("ja", "zh-Hans", "zh-Hant", "ko", "el")
"""Tags of BCP 47, one for each model."""
NETWORKS = ("ja", "zh", "ko", "el")
"""What is trained: both ways of writing Chinese together, of which each model has its own characters."""
JOYO_2010 = (
    "挨曖宛嵐畏萎椅彙茨咽淫唄鬱怨媛艶旺岡臆俺苛牙瓦楷潰諧崖蓋骸柿顎葛釜鎌韓玩伎亀毀畿臼嗅巾僅錦惧串窟熊詣憬稽隙桁拳鍵舷股虎錮勾梗喉乞傲駒頃痕沙挫采塞埼柵刹"
    "拶斬恣摯餌鹿𠮟嫉腫呪袖羞蹴憧拭尻芯腎須裾凄醒脊戚煎羨腺詮箋膳狙遡曽爽痩踪捉遜汰唾堆戴誰旦綻緻酎貼嘲捗椎爪鶴諦溺塡妬賭藤瞳栃頓貪丼那奈梨謎鍋匂虹捻罵剝箸氾"
    "汎阪斑眉膝肘訃阜蔽餅璧蔑哺蜂貌頰睦勃昧枕蜜冥麺冶弥闇喩湧妖瘍沃拉辣藍璃慄侶瞭瑠呂賂弄籠麓脇"
)
"""What the list of 2010 added to the kanji for common use (jōyō); all others are in level 1 of JIS X 0208."""
SMALL_KANA = frozenset("ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ")
"""Small forms of other kana: by itself a character has no size."""
MARKS = "々〆ー"
"""What stands among kanji and kana in words."""


def _code(character: str, codec: str) -> int:
    """The character's two bytes in the codec as one number; 0 where it has none."""
    try:
        code = character.encode(codec)
    except UnicodeEncodeError:
        return 0
    return int.from_bytes(code, "big") if len(code) == 2 else 0


def is_kana(character: str) -> bool:
    """Whether the character is a hiragana or katakana letter of full size."""
    return "ぁ" <= character <= "ヺ" and character.isalpha() and character not in SMALL_KANA and character not in "ゝゞ"


def network_of(language: str) -> str:
    """The network that the language's model is taken from."""
    return language.split("-")[0]


def is_wanted(language: str, character: str) -> bool:
    """Whether the language's model, or a network, shall know the character, if there is ink of it."""
    return character in signs(language) or is_of_script(language, character)


def is_of_script(language: str, character: str) -> bool:
    """Whether it is one of the characters of the language's script that its model shall know."""
    if len(character) != 1:
        return False
    if language == "zh":
        return is_of_script("zh-Hans", character) or is_of_script("zh-Hant", character)
    if language == "ja":
        # level 1 of JIS X 0208: kanji for common use and for names of places
        level1 = 0xB0A1 <= _code(character, "euc_jp") <= 0xCFD3
        return level1 or character in JOYO_2010 or is_kana(character) or character in MARKS
    if language == "zh-Hans":
        # level 1 of GB 2312: the 3,755 commonest
        return 0xB0A1 <= _code(character, "gb2312") <= 0xD7F9
    if language == "zh-Hant":
        # level 1 of Big5: the 5,401 commonest
        return 0xA440 <= _code(character, "big5") <= 0xC67E
    if language == "ko":
        # KS X 1001 has 2,350 of the 11,172 syllables
        return "가" <= character <= "힣" and _code(character, "euc_kr") > 0
    return "Α" <= character <= "ω" and character.isalpha()
