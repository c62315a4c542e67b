import json

from inkd_training.text.learning_curve import write_table


def test_table_has_a_line_for_each_evaluation(tmp_path):
    rows = [
        {"sequences": 50045, "seconds": 250, "word_cer": 0.9148, "line_cer": 0.9612},
        {"sequences": 100084, "seconds": 530, "word_cer": 0.2428, "line_cer": 0.3107},
    ]
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    write_table(tmp_path, tmp_path / "curve.csv")
    assert (tmp_path / "curve.csv").read_text() == "inks,minutes,word_cer,line_cer\n50045,4,91.48,96.12\n100084,9,24.28,31.07\n"
