import { createHash, randomUUID } from 'node:crypto'
import { openContent, readUpTo } from './content.ts'
import type { Leftovers } from './leftovers.ts'
import { conflict, failed } from './refusal.ts'
import { openTarget, Replacement } from './replacement.ts'
import type { Sandbox } from './sandbox.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

export interface Content {
  readonly content: Buffer
  /** unix seconds */
  readonly modified: number
  readonly sha256: string
}

/** Reads a whole file of at most `maxBytes`. */
export async function readContent(sandbox: Sandbox, path: string, maxBytes: number): Promise<Content> {
  using place = await sandbox.open(path)
  const { file, stat } = await openContent(place, maxBytes)
  try {
    const content = await readUpTo(file, 0, Math.min(stat.size, maxBytes) + 1)
    if (content.length > maxBytes) throw failed(`the file is larger than ${maxBytes} bytes`)
    return { content, modified: Math.max(0, Math.floor(stat.mtimeMs / 1000)), sha256: sha256(content) }
  } finally {
    await file.close()
  }
}

/** Replaces the content of a file, or creates it. `expected` is the hash of what is replaced, empty for a new file. */
export async function writeContent(
  sandbox: Sandbox,
  leftovers: Leftovers,
  path: string,
  content: Buffer,
  expected: string | null | undefined,
): Promise<void> {
  const target = await openTarget(sandbox, path)
  let replacement: Replacement | undefined
  try {
    const { existing } = target
    if (expected === '' && existing) throw conflict('the file exists already')
    if (expected) {
      if (!existing) throw conflict('the file no longer exists')
      const { file } = await openContent(existing.place, Number.POSITIVE_INFINITY)
      const hash = createHash('sha256')
      for await (const chunk of file.createReadStream()) hash.update(chunk)
      if (hash.digest('hex') !== expected.toLowerCase()) throw conflict('the file was changed meanwhile')
    }
    replacement = await Replacement.create(sandbox, leftovers, target, randomUUID())
    await replacement.file.writeFile(content)
    await replacement.commit()
  } finally {
    await replacement?.discard()
    target[Symbol.dispose]()
  }
}
