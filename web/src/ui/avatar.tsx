// A person's photo, or their initial on a band pattern of their own.
import { useState } from 'react'
import { avatarPicture, initial } from '@/lib/pictures'

const SIZES = {
  sm: 'size-9 text-sm',
  md: 'size-12 text-lg',
  lg: 'size-20 text-2xl',
  xl: 'size-24 text-3xl',
}

type AvatarProps = { name: string; seed: number; src?: string | null; size?: keyof typeof SIZES }

/** The name stands beside an avatar in text, so the picture itself is decoration. */
export function Avatar({ name, seed, src, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState(false)
  const photo = src && !broken ? src : null
  return (
    <span
      aria-hidden="true"
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-night ${SIZES[size]}`}
    >
      <img
        src={photo ?? avatarPicture(seed)}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        onError={() => setBroken(true)}
        className={`absolute inset-0 size-full object-cover ${photo ? '' : 'opacity-60'}`}
      />
      {!photo && <span className="relative font-display font-bold text-white">{initial(name)}</span>}
    </span>
  )
}
