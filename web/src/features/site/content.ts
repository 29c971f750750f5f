// What the house says about itself, in one place: change it here for your installation.

/** Placeholder: no such line exists. Put the support line of your installation. */
export const SUPPORT_PHONE = '+243 000 000 000'
export const SUPPORT_EMAIL = 'support@tukio.example'

/** Placeholders too: the product's own accounts. */
export const SOCIAL_LINKS = {
  Facebook: 'https://www.facebook.com/tukio.example',
  X: 'https://x.com/tukio_example',
  Instagram: 'https://www.instagram.com/tukio.example',
  WhatsApp: 'https://wa.me/243000000000',
}

/** For tel: links: digits and the leading plus only. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
