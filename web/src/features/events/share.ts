// Where the share buttons lead. Instagram has no such address: see event-share.tsx.

export function shareLinks(url: string, name: string): { facebook: string; x: string; whatsapp: string } {
  const text = `Découvrez cet événement: ${name}`
  return {
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}`,
    x: `https://x.com/intent/post?url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`,
    whatsapp: `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`,
  }
}
