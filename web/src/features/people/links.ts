/** An address as people know it: "https://www.facebook.com/maman.odette" → "facebook.com". */
export function hostName(link: string): string {
  return link.replace(/^https?:\/\/(?:[^/?#]*@)?(?:www\.)?/i, '').replace(/[:/?#].*$/, '')
}

/** A conversation with a number: WhatsApp wants it with its country, which people leave out at home. */
export function whatsAppLink(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  const isAbroad = digits.startsWith('00')
  const national = digits.replace(/^0+/, '')
  // Nine digits are a Congolese number without anything before it.
  return `https://wa.me/${!isAbroad && national.length === 9 ? `243${national}` : national}`
}
