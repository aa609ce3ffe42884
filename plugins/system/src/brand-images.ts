import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const imageNames = ['logo', 'favicon'] as const
export type ImageName = (typeof imageNames)[number]

export const maxImageBytes = 524_288

const types = {
  png: { signature: Buffer.from([0x89, 0x50, 0x4e, 0x47]), mediaType: 'image/png' },
  ico: { signature: Buffer.from([0, 0, 1, 0]), mediaType: 'image/x-icon' },
} as const
type Extension = keyof typeof types
const extensions = Object.keys(types) as readonly Extension[]

export interface BrandImage {
  readonly bytes: Buffer
  readonly mediaType: string
  /** changes with the file */
  readonly etag: string
}

/** The type of an image by its first bytes, whatever its name says. */
export const imageType = (bytes: Buffer): Extension | undefined =>
  extensions.find((extension) => bytes.subarray(0, 4).equals(types[extension].signature))

/** Uploaded brand images: `<data_dir>/brand/logo.png`, or `.ico`. */
export function makeBrandImages(dataDir: string) {
  const folder = join(dataDir, 'brand')
  const fileOf = (name: ImageName, extension: Extension) => join(folder, `${name}.${extension}`)
  const remove = (name: ImageName, except?: Extension) => {
    for (const extension of extensions) if (extension !== except) rmSync(fileOf(name, extension), { force: true })
  }
  return {
    read(name: ImageName): BrandImage | undefined {
      for (const extension of extensions) {
        const file = fileOf(name, extension)
        const found = statSync(file, { throwIfNoEntry: false })
        if (!found) continue
        const etag = `"${found.mtimeMs.toString(36)}-${found.size.toString(36)}"`
        return { bytes: readFileSync(file), mediaType: types[extension].mediaType, etag }
      }
      return undefined
    },
    /** Replaces the image, of either type. */
    write(name: ImageName, extension: Extension, bytes: Buffer): void {
      mkdirSync(folder, { recursive: true })
      const staged = join(folder, `${name}.new`)
      writeFileSync(staged, bytes)
      renameSync(staged, fileOf(name, extension))
      remove(name, extension)
    },
    remove: (name: ImageName): void => remove(name),
  }
}
export type BrandImages = ReturnType<typeof makeBrandImages>
