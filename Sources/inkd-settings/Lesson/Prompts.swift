internal import InkClient
internal import InkProtocol

/// Short texts to copy, in the languages of inkd's word lists. Together they have every letter several times, capitals, digits and
/// punctuation.
enum Prompts {
    /// Returns texts in a language; in English if there are no texts for it.
    static func of(_ language: String) -> [String] {
        let tag = language.split(separator: "-").first.map(String.init) ?? ""
        return texts[tag] ?? english
    }

    private static let english = [
        "Good morning", "a quick brown fox", "jumps over the lazy dog", "Where are you going?", "Thank you very much",
        "milk, bread and eggs",
        "at half past seven", "The weather is fine", "Call me back, please", "Room 208, second floor", "five big boxes", "my next holiday",
        "I have no question", "Zoe gave it to Max", "just a few words", "What a surprise!", "the key is with Kim", "June 14, 1936",
        "We will meet again", "Yours sincerely",
    ]

    private static let texts: [String: [String]] = [
        "en": english,
        "de": [
            "Guten Morgen", "zwölf große Boxkämpfer", "jagen Viktor quer", "über den Sylter Deich", "Wie geht es dir?",
            "Vielen Dank für alles",
            "Milch, Brot und Käse", "um halb acht", "Das Wetter ist schön", "Bitte ruf zurück", "Zimmer 208, zweiter Stock",
            "fünf süße Äpfel",
            "mein nächster Urlaub", "Ich habe keine Frage", "Übermorgen fährt der Zug", "nur ein paar Wörter", "So eine Freude!",
            "der Schlüssel liegt hier", "14. Juni 1936", "Mit freundlichen Grüßen",
        ],
        "fr": [
            "Bonjour à tous", "voyez le brick géant", "que j'examine", "près du wharf", "Où allez-vous ?", "Merci beaucoup",
            "du lait, du pain",
            "à sept heures et demie", "Il fait très beau", "Rappelle-moi demain", "chambre 208, deuxième étage", "cinq grosses boîtes",
            "mes prochaines vacances", "Je n'ai pas de question", "le garçon a reçu", "quelques mots", "Quelle surprise !",
            "la clé est ici",
            "le 14 juin 1936", "Bien à vous",
        ],
        "es": [
            "Buenos días", "el pingüino Wenceslao", "hizo kilómetros", "bajo exhaustiva lluvia", "¿Adónde vas?", "Muchas gracias",
            "leche, pan y queso", "a las siete y media", "Hace buen tiempo", "Llámame mañana", "habitación 208, piso dos",
            "cinco cajas grandes",
            "mis próximas vacaciones", "No tengo preguntas", "el niño y la niña", "unas pocas palabras", "¡Qué sorpresa!",
            "la llave está aquí",
            "14 de junio de 1936", "Un cordial saludo",
        ],
        "it": [
            "Buongiorno a tutti", "quel vituperabile", "xenofobo zelante", "assaggia il whisky", "Dove vai?", "Grazie mille",
            "latte, pane e uova", "alle sette e mezza", "Oggi fa bello", "Richiamami domani", "camera 208, secondo piano", "cinque scatole",
            "le mie vacanze", "Non ho domande", "perché no?", "qualche parola", "Che sorpresa!", "la chiave è qui", "14 giugno 1936",
            "Cordiali saluti",
        ],
        "nl": [
            "Goedemorgen", "pa's wijze lynx", "bezag vroom het", "fikse aquaduct", "Waar ga je heen?", "Hartelijk dank",
            "melk, brood en eieren",
            "om half acht", "Het is mooi weer", "Bel me even terug", "kamer 208, tweede etage", "vijf grote dozen",
            "mijn volgende vakantie",
            "Ik heb geen vraag", "zijn jongste zusje", "maar een paar woorden", "Wat een verrassing!", "de sleutel ligt hier",
            "14 juni 1936",
            "Met vriendelijke groet",
        ],
        "pt": [
            "Bom dia a todos", "um pequeno jabuti", "xereta viu dez", "cegonhas felizes", "Aonde você vai?", "Muito obrigado",
            "leite, pão e queijo", "às sete e meia", "O tempo está bom", "Ligue para mim amanhã", "quarto 208, segundo andar",
            "cinco caixas grandes", "as minhas férias", "Não tenho perguntas", "a irmã e o irmão", "só algumas palavras", "Que surpresa!",
            "a chave está aqui", "14 de junho de 1936", "Com os melhores cumprimentos",
        ],
        "sv": [
            "God morgon", "flygande bäckasiner", "söka hwila på", "mjuka tuvor", "Vart ska du gå?", "Tack så mycket", "mjölk, bröd och ägg",
            "klockan halv åtta", "Vädret är fint", "Ring mig i morgon", "rum 208, andra våningen", "fem stora lådor", "min nästa semester",
            "Jag har ingen fråga", "zebran och uven", "bara några ord", "Vilken överraskning!", "nyckeln ligger här", "14 juni 1936",
            "Med vänlig hälsning",
        ],
    ]
}

extension InkConnection {
    /// Returns the language in which the user's ink is recognized. The user's setting takes precedence over the daemon's setting.
    func language() throws(ClientError) -> String {
        let own = try configuration().first { $0.key == "text.configuration.language" }?.value.text ?? ""
        return own.isEmpty ? try recognizerAbilities().language : own
    }
}
