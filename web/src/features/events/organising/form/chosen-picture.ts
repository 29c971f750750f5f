// The event's picture in the form: the one on the server, none, or a file that is chosen and framed.
import { cropPicture } from '@/lib/picture-file'
import type { EventFields } from '../queries'

export type PictureChoice =
  | { kind: 'saved' }
  | { kind: 'removed' }
  | { kind: 'chosen'; file: Blob; framing: 'wide' | 'whole'; at: number }

export async function pictureFields(choice: PictureChoice): Promise<EventFields> {
  if (choice.kind === 'saved') return {}
  if (choice.kind === 'removed') return { remove_img: 'true' }
  return { img: choice.framing === 'wide' ? await cropPicture(choice.file, choice.at) : choice.file }
}
