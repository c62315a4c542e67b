"use strict";
// Finds and orders inks. The page is complete without it.
const inks = document.getElementById("inks");
const cards = [...inks.children];
const find = document.getElementById("find");
const order = document.getElementById("order");
const wrong = document.getElementById("wrong");
const shown = document.getElementById("shown");
const texts = new Map();

function text(card) {
    if (!texts.has(card)) {
        texts.set(card, card.textContent.toLocaleLowerCase());
    }
    return texts.get(card);
}

function filter() {
    const wanted = find.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const card of cards) {
        const fits = (!wanted || text(card).includes(wanted)) && !(wrong && wrong.checked && !card.classList.contains("wrong"));
        card.hidden = !fits;
        count += fits ? 1 : 0;
    }
    shown.value = count === cards.length ? `${count} inks` : `${count} of ${cards.length} inks`;
}

const orders = {
    error: null,
    number: card => Number(card.dataset.number),
    ms: card => -Number(card.dataset.ms ?? 0),
    doubt: card => card.classList.contains("wrong") ? -Number(card.dataset.sure ?? 0) : 2,
    sure: card => Number(card.dataset.sure ?? 2),
};

function sort() {
    const key = orders[order.value];
    const sorted = key ? [...cards].sort((a, b) => key(a) - key(b)) : cards;
    inks.append(...sorted);
}

find.addEventListener("input", filter);
wrong?.addEventListener("change", filter);
order.addEventListener("change", sort);
document.getElementById("controls").hidden = false;
filter();
