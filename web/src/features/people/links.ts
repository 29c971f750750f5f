/** An address as people know it: "https://www.facebook.com/maman.odette" → "facebook.com". */
export function hostName(link: string): string {
  return link.replace(/^https?:\/\/(?:[^/?#]*@)?(?:www\.)?/i, '').replace(/[:/?#].*$/, '')
}
