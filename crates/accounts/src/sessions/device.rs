//! The name of a browser and its system, read from `User-Agent`, as its owner would call it.

/// Looked for in this order: most browsers also name those they descend from.
const BROWSERS: [(&str, &str); 11] = [
    ("EdgA/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Opera", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("UCBrowser/", "UC Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("KAIOS", "KaiOS"),
    ("Linux", "Linux"),
];

pub fn label(user_agent: &str) -> String {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    match (named(&BROWSERS), named(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} sur {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("Appareil {system}"),
        (None, None) => "Appareil inconnu".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_called_by_their_names() {
        for (user_agent, name) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
                "Chrome sur Android",
            ),
            ("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox sur Windows"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                "Safari sur iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-A047F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
                "Samsung Internet sur Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
                "Edge sur Windows",
            ),
            ("Opera/9.80 (Android; Opera Mini/36.2/119.132; U; fr) Presto/2.12.423 Version/12.16", "Opera sur Android"),
            ("okhttp/4.9 (Linux)", "Appareil Linux"),
            ("curl/8.5.0", "Appareil inconnu"),
            ("", "Appareil inconnu"),
        ] {
            assert_eq!(label(user_agent), name);
        }
    }
}
