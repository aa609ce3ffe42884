/**
 * An entry of an archive: a file with `content`, a symbolic link with `link`, or else a folder.
 * @typedef {{ path: string, mode?: number, content?: Buffer, link?: string, owner?: number }} Entry
 */

const blockSize = 512
const padding = (/** @type {number} */ size) => Buffer.alloc((blockSize - (size % blockSize)) % blockSize)

/** @param {Entry} entry */
function header({ path, mode, content, link, owner = 0 }) {
  const block = Buffer.alloc(blockSize)
  const text = (/** @type {string} */ value, /** @type {number} */ at) => block.write(value, at)
  const octal = (/** @type {number} */ value, /** @type {number} */ at, /** @type {number} */ length) =>
    text(value.toString(8).padStart(length - 1, '0'), at)
  if (Buffer.byteLength(path) > 100) throw new Error(`the path is too long for an archive: ${path}`)
  const type = content ? '0' : link === undefined ? '5' : '2'
  text(path, 0)
  octal(mode ?? (content ? 0o644 : 0o755), 100, 8)
  octal(owner, 108, 8)
  octal(owner, 116, 8)
  octal(content?.length ?? 0, 124, 12)
  // The same archive whenever it is made.
  octal(0, 136, 12)
  text(' '.repeat(8), 148)
  text(type, 156)
  text(link ?? '', 157)
  text('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  text(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}

/**
 * A tar archive of these entries, owned by root, without times.
 * @param {Entry[]} entries folders before what they contain
 */
export const tar = (entries) =>
  Buffer.concat([
    ...entries.flatMap((entry) => [
      header(entry),
      ...(entry.content ? [entry.content, padding(entry.content.length)] : []),
    ]),
    Buffer.alloc(2 * blockSize),
  ])

/**
 * Entries with the folders that contain them.
 * @param {Entry[]} entries
 * @returns {Entry[]}
 */
export function withFolders(entries) {
  /** @type {Map<string, Entry>} */
  const all = new Map()
  for (const entry of entries) {
    const parts = entry.path.split('/').slice(0, entry.path.endsWith('/') ? -2 : -1)
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = `${parts.slice(0, depth).join('/')}/`
      if (path !== './' && !all.has(path)) all.set(path, { path })
    }
    all.set(entry.path, entry)
  }
  return [...all.values()]
}
