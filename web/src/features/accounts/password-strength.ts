// A hint about a new password. It advises and never forbids: the rule is six characters and nothing more.

export type Strength = 'common' | 'weak' | 'fair' | 'strong'

/** Those that are tried first, here and elsewhere; letters of French keyboards and loved names included. */
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 654321 123123 112233 121212 123321 password passw0rd
  motdepasse azerty azertyuiop qwerty qwertyuiop abcdef abc123 abcd1234 azerty123 admin admin123 bonjour bonsoir soleil
  doudou chouchou loulou jetaime iloveyou monamour amour cheri cherie princesse famille maman papa bebe dieu jesus
  jesuschrist christ seigneur amen alleluia eternel congo congo243 rdcongo kinshasa lubumbashi kolwezi likasi goma katanga
  mazembe tpmazembe vclub simba leopard football ronaldo messi chelsea arsenal barcelona realmadrid samsung tecno
  facebook whatsapp internet secret welcome dragon monkey letmein master superman pokemon nicolas thomas`.split(
    /\s+/,
  ),
)

export function passwordStrength(password: string): Strength {
  const plain = password.toLowerCase()
  const stem = plain.replace(/[\d!?.*@#$-]+$/, '')
  if (COMMON.has(plain) || COMMON.has(stem) || /^(.)\1*$/.test(plain)) return 'common'
  const kinds = [/[a-zà-ÿ]/, /[A-ZÀ-Þ]/, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  if (password.length >= 14 || (password.length >= 10 && kinds >= 3)) return 'strong'
  if (password.length >= 10 || (password.length >= 8 && kinds >= 2)) return 'fair'
  return 'weak'
}
