import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLines } from './json-lines.ts'

async function read(chunks: readonly Buffer[], max?: number) {
  async function* source() {
    yield* chunks
  }
  const documents: unknown[] = []
  for await (const document of jsonLines(source(), max)) documents.push(document)
  return documents
}
const cutAt = (bytes: Buffer, cuts: readonly number[]) => {
  const sorted = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
}

it('documents are read wherever their bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.jsonValue(), { maxLength: 5 }), fc.array(fc.nat(1000)), async (documents, cuts) => {
      const texts = documents.map((document) => JSON.stringify(document))
      const bytes = Buffer.from(texts.map((text) => `${text}\n`).join('\r\n'))
      expect(await read(cutAt(bytes, cuts))).toEqual(texts.map((text) => JSON.parse(text)))
    }),
  )
})

it('what is too long or no document is skipped, and the last one needs no line break', async () => {
  const chunks = ['<html>\n{"a":1}\n', `{"long":"${'x'.repeat(200)}`, `${'x'.repeat(200)}"}\n{"b":2}\n{"c"`, ':3}']
  expect(
    await read(
      chunks.map((chunk) => Buffer.from(chunk)),
      100,
    ),
  ).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }])
  expect(await read([Buffer.from('{"cut":')])).toEqual([])
})
