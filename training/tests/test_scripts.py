"""Lines of Cyrillic and Greek: drawings, composition, texts, the network's outputs and what is exported."""

from pathlib import Path

import numpy as np
import pytest
import torch

from generated_ink import assert_valid, write_ink_file, write_word_list
from inkd_training import checkpoint
from inkd_training.language.build import WEIGHTS, build
from inkd_training.language.word_list import LETTERS, SCRIPTS, graphemes
from inkd_training.model_file import read
from inkd_training.scripts.alphabets import ALPHABETS, CLASS_OF, CYRILLIC, LANGUAGES, LATIN_LIKE, TOGETHER, capitals, classes_of
from inkd_training.scripts.compose import MARKED, ScriptComposer
from inkd_training.scripts.cyrillic import CURSIVE, PRINTED, SMALL_CAPITALS, UNSEEN
from inkd_training.scripts.drawing import blurred, parse, smooth
from inkd_training.scripts.evaluation import inks
from inkd_training.scripts.export import export, load_run, of_script
from inkd_training.scripts.letters import People, sources
from inkd_training.scripts.texts import Texts, with_final_sigma
from inkd_training.scripts.train import greedy, scores
from inkd_training.text.network import TextNetwork
from inkd_training.text.samples import ALPHABET

WORDS = {"ru": ["дом", "окно", "ёлка"] * 4, "uk": ["їжа", "ґанок", "п'ять"] * 4, "el": ["λόγοσ", "και", "άλλοσ"] * 4}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("scripts")
    names = sorted({source.name for some in sources().values() for source in some})
    for part in ("train", "dev"):
        write_ink_file(folder / part / "unipen_char.jsonl.gz", [n for n in names if len(n) == 1 and n.isascii()], writers=1)
        write_ink_file(folder / part / "detexify.jsonl.gz", ["x"])
        write_ink_file(folder / part / "unipen_word.jsonl.gz", ["cap", "many", "dog", "in"])
    write_ink_file(folder / "train/omniglot.jsonl.gz", ["x"])
    for language, words in WORDS.items():
        write_word_list(folder / f"words/{language}.large.txt.gz", {word: 100 - k for k, word in enumerate(dict.fromkeys(words))})
    # a list is measured with by every tenth word: these lists are too short for that
    return folder


def test_letters_can_be_drawn() -> None:
    for letter in CYRILLIC + capitals(CYRILLIC):
        assert letter in PRINTED or letter in SMALL_CAPITALS or MARKED[letter][0] in PRINTED or MARKED[letter][0] in SMALL_CAPITALS
    assert set(CYRILLIC) <= CURSIVE.keys()
    assert set(CYRILLIC) == set(UNSEEN)
    for table in (PRINTED, CURSIVE, UNSEEN):
        for letter, drawings in table.items():
            for drawing in drawings:
                made = parse(drawing)
                assert made.body, letter
                whole = np.concatenate(made.body + made.late)
                assert -0.3 < whole[:, 0].min() < whole[:, 0].max() < 1.5, letter
                assert -2.15 < whole[:, 1].min() < whole[:, 1].max() < 0.8, letter


def test_curves_pass_through_their_points() -> None:
    control = np.array([[0.0, 0.0, 0.0], [1.0, 2.0, 1.0], [2.0, 0.0, 0.0]])
    curve = smooth(control)
    for point in control[:, :2]:
        assert np.hypot(*(curve - point).T).min() < 1e-9
    hasty = blurred(curve, 2)
    assert hasty.shape == curve.shape
    assert hasty[0].tolist() == curve[0].tolist()
    assert np.hypot(*(hasty - [1, 2]).T).min() > 0.1


def test_alphabets() -> None:
    for script, languages in LANGUAGES.items():
        known = set(ALPHABETS[script])
        assert len(known) == len(ALPHABETS[script])
        for language in languages:
            assert SCRIPTS[language] == script
            assert {c for c in graphemes(language) if not (c.isascii() and c.isalpha())} <= known
            assert set(LETTERS[language]) <= known
        assert [TOGETHER[k - 1] for k in classes_of(script)[1:]] == list(ALPHABETS[script])
    assert all(LATIN_LIKE.get(c, c) in ALPHABET for c in TOGETHER)
    assert len(CLASS_OF) == len(TOGETHER)


def test_texts(data: Path) -> None:
    assert [with_final_sigma(w) for w in ("λόγοσ", "και", "σ")] == ["λόγος", "και", "σ"]
    texts = Texts(data, "Grek", measured=False)
    random = np.random.default_rng(1)
    lines = [texts.line(random) for _ in range(300)]
    assert set("".join(lines)) <= set(ALPHABETS["Grek"])
    assert any("λόγος" in line for line in lines)
    assert any(" " in line for line in lines)
    assert any(c.isdigit() for line in lines for c in line)


@pytest.mark.parametrize("script", ["Cyrl", "Grek"])
def test_composed_lines(data: Path, script: str) -> None:
    people = People(data, measured=False)
    if script == "Grek":
        # nobody in the test's files wrote Greek
        for source in {s.name for some in sources().values() for s in some} - people.all.keys():
            people.all[source] = people.all["a"]
    composer = ScriptComposer(script, people, Texts(data, script, measured=False), [])
    for seed in range(40):
        points, starts, label = composer.line(np.random.default_rng(seed), unseen=script == "Cyrl" and seed % 4 == 0)
        assert_valid(points, starts)
        assert set(label) <= set(ALPHABETS[script])
        again, _, said = composer.line(np.random.default_rng(seed), unseen=script == "Cyrl" and seed % 4 == 0)
        assert said == label
        assert np.array_equal(again, points)


def test_words_of_people_count_as_cyrillic(data: Path) -> None:
    rows = [row for row in inks(data, "uk", 0) if row["id"].split("/")[2] == "people"]
    assert {row["label"] for row in rows} == {"сар", "тапу", "іп"}
    # і is none of Russian's letters
    assert {row["label"] for row in inks(data, "ru", 0)} == {"сар", "тапу"}


def test_export(tmp_path: Path) -> None:
    torch.manual_seed(1)
    network = TextNetwork(8, 1, classes=len(TOGETHER) + 1).eval()
    state = {"average": network.state_dict(), "hidden": 8, "layers": 1, "seen": 5}
    checkpoint.save(tmp_path / "checkpoint.pt", state)
    for script, alphabet in ALPHABETS.items():
        export(tmp_path, script, tmp_path / f"{script}.safetensors", "int8")
        _, about = read(tmp_path / f"{script}.safetensors")
        assert about["alphabet"] == alphabet
        assert about["language"] == f"mul-{script}"
        assert "ODbL" in about["training_data_licence"]
        own = of_script(load_run(tmp_path)[0], script)
        inks, rows = torch.randn(2, 40, 8), torch.tensor([40, 30])
        with torch.no_grad():
            all_scores, steps = scores(network, script, inks, rows)
            assert torch.allclose(all_scores[0], own(inks, rows)[0][0], atol=1e-5)
        assert all(set(text) <= set(alphabet) for text in greedy(all_scores, steps, alphabet))


def test_language_data_name_their_script(data: Path, tmp_path: Path) -> None:
    build("el", data, tmp_path, WEIGHTS)
    _, about = read(tmp_path / "el.safetensors")
    assert about["script"] == "Grek"
    assert "ς" in about["graphemes"]
    assert "ς" not in about["symbols"]
    assert "FrequencyWords" not in about["training_data"]
