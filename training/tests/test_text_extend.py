"""New characters of a trained network: their outputs learn, everything else stays."""

import torch

from inkd_training.text.dataset import CLASS_OF
from inkd_training.text.extend import State, error_rate, fit
from inkd_training.text.network import TextNetwork


def test_outputs_of_new_characters_learn_and_the_others_stay() -> None:
    torch.manual_seed(1)
    output = TextNetwork(hidden=8, layers=1, channels=(2, 2, 2)).eval().output
    random = torch.randn(16, 16)
    states = []
    for number in range(256):
        # a step of the letter between two of the blank
        letter = "ął"[number % 2]
        hidden = torch.stack([random[0], random[1 + number % 2], random[0]]) * 3
        states.append(State(hidden.bfloat16(), letter))
    with torch.no_grad():
        output.weight.zero_()
        output.bias.zero_()
        output.bias[0] = 8
    before = output.weight.clone(), output.bias.clone()
    classes = [CLASS_OF["ą"], CLASS_OF["ł"]]
    assert error_rate(output, states) > 0.5
    fit(output, classes, states, epochs=30, rate=0.05)
    assert error_rate(output, states) == 0
    others = [k for k in range(len(output.bias)) if k not in classes]
    assert torch.equal(output.weight[others], before[0][others])
    assert torch.equal(output.bias[others], before[1][others])
