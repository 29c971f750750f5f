//! The stand-ins answer as a browser does, as far as the router and React ask.

mod support;

use serde_json::json;
use support::{html, renderer};

async fn check(cases: &[(&str, &str)]) {
    let renderer = renderer();
    for (code, expected) in cases {
        assert_eq!(html(&renderer, "script", json!({ "code": code })).await, *expected, "{code}");
    }
}

#[tokio::test]
async fn urls() {
    check(&[
        ("new URL('/events?town=Goma#top', 'http://localhost').href", "http://localhost/events?town=Goma#top"),
        ("new URL('http://a.cd:80/é/../x y?q=ü').href", "http://a.cd/x%20y?q=%C3%BC"),
        ("new URL('//evil.example/x', 'https://tukio.cd').origin", "https://evil.example"),
        ("new URL('javascript:alert(1)').protocol", "javascript:"),
        ("new URL('http://a.cd/p?x=1#h').pathname + new URL('http://a.cd/p?x=1#h').hash", "/p#h"),
        ("URL.canParse('not a url')", "false"),
        ("(() => { try { new URL('/x') } catch (e) { return e.name } })()", "TypeError"),
        ("(() => { const u = new URL('http://a.cd/x?a=1'); u.searchParams.set('b', 'é &'); return u.href })()", "http://a.cd/x?a=1&b=%C3%A9+%26"),
        ("(() => { const u = new URL('http://a.cd/x?a=1'); u.searchParams; u.search = '?z=2'; return u.searchParams.get('z') })()", "2"),
        ("(() => { const u = new URL('http://a.cd/x'); u.pathname = '/y z'; u.port = '8080'; u.hash = 'h'; return String(u) })()", "http://a.cd:8080/y%20z#h"),
    ])
    .await;
}

#[tokio::test]
async fn query_strings() {
    check(&[
        ("new URLSearchParams('?town=Goma&town=Kinshasa&q=a+b%20c').getAll('town').join()", "Goma,Kinshasa"),
        ("new URLSearchParams('q=a+b%20c%E0%A4').get('q')", "a b c\u{fffd}"),
        ("new URLSearchParams({ name: 'Théâtre & co', n: 3 }).toString()", "name=Th%C3%A9%C3%A2tre+%26+co&n=3"),
        ("new URLSearchParams([['a', '1'], ['a', '2']]).toString()", "a=1&a=2"),
        ("JSON.stringify([...new URLSearchParams('a=1&b').entries()])", r#"[["a","1"],["b",""]]"#),
        ("(() => { const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 9); p.delete('b'); return p + ' ' + p.size })()", "a=9 1"),
        ("new URLSearchParams({ cut: 'x\\ud83d' }).toString()", "cut=x%EF%BF%BD"),
        ("new URLSearchParams(new URLSearchParams('a=~*-._!')).toString()", "a=%7E*-._%21"),
    ])
    .await;
}

#[tokio::test]
async fn the_rest_of_the_platform() {
    check(&[
        ("new TextEncoder().encode('é🎉').length", "6"),
        ("new TextEncoder().encode('x') instanceof Uint8Array", "true"),
        ("new TextDecoder().decode(new TextEncoder().encode('é🎉').subarray(2))", "🎉"),
        ("(() => { const c = new AbortController(); let n = 0; c.signal.addEventListener('abort', () => n++); c.abort(); c.abort(); return n + c.signal.reason.name })()", "1AbortError"),
        ("new Response(null, { status: 307, headers: { Location: '/x' } }).headers.get('location')", "/x"),
        ("(() => { const h = new Headers([['A', '1']]); h.append('a', '2'); return JSON.stringify([...h]) })()", r#"[["a","1, 2"]]"#),
        ("(() => { const o = { d: new Date(0), m: new Map([[1, [2]]]) }; o.o = o; const c = structuredClone(o); return c.o === c && c !== o && c.d.getTime() === 0 && c.m.get(1)[0] })()", "2"),
        ("atob(btoa('tukio'))", "tukio"),
        ("performance.now() >= 0 && typeof queueMicrotask", "function"),
        ("typeof window + typeof process + typeof require + typeof fetch", "undefinedundefinedundefinedundefined"),
        ("console.error('a', { b: 1 }, new Error('c'))", "undefined"),
    ])
    .await;
}
