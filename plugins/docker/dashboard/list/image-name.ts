export interface ImageName {
  /** without registry of the default, tag and digest */
  readonly name: string
  readonly tag: string | undefined
  readonly digest: string | undefined
}

/** Splits `registry:5000/app:1.2@sha256:…`. An id (`sha256:…`) is shortened. */
export function parseImage(image: string): ImageName {
  if (/^sha256:[0-9a-f]{12,}$/.test(image)) return { name: image.slice(7, 19), tag: undefined, digest: undefined }
  const [reference = '', digest] = image.split('@')
  const colon = reference.lastIndexOf(':')
  const hasTag = colon > reference.lastIndexOf('/')
  return {
    name: hasTag ? reference.slice(0, colon) : reference,
    tag: hasTag ? reference.slice(colon + 1) : undefined,
    digest,
  }
}

/** Name and tag. */
export function shortImage(image: string): string {
  const { name, tag } = parseImage(image)
  return tag === undefined ? name : `${name}:${tag}`
}
