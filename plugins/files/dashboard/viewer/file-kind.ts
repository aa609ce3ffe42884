import type { FileEntry } from '../../src/wire.ts'

/** How a file is shown. `large`: no editor takes it, but its end can be followed. */
export type FileKind = 'image' | 'pdf' | 'text' | 'large'

/** Images are decoded in memory. */
const maxImageBytes = 33_554_432
/** What the server reads and writes at once. */
const maxTextBytes = 393_216

const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The media type of an image by its name; undefined if it is none. */
export const imageType = (name: string): string | undefined => {
  const extension = extensionOf(name)
  return Object.hasOwn(imageTypes, extension) ? imageTypes[extension] : undefined
}

export function fileKind({ name, size }: Pick<FileEntry, 'name' | 'size'>): FileKind {
  if (imageType(name) && size <= maxImageBytes) return 'image'
  if (extensionOf(name) === 'pdf') return 'pdf'
  return size <= maxTextBytes ? 'text' : 'large'
}
