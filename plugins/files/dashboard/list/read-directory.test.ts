import { expect, it } from 'vitest'
import { makeEntry } from '../testing/entry.ts'
import { type DirectoryContent, type ListPart, readDirectory } from './read-directory.ts'

const files = Array.from({ length: 20_000 }, (_, index) => makeEntry(`file-${index}`))
const lister =
  (all = files) =>
  async (offset: number, limit: number): Promise<ListPart> => ({
    entries: all.slice(offset, offset + limit),
    total: all.length,
  })

async function read(list: (offset: number, limit: number) => Promise<ListPart>) {
  const contents: DirectoryContent[] = []
  for await (const content of readDirectory(list)) contents.push(content)
  return contents
}

it('yields a long list a few times, the first time soon', async () => {
  const contents = await read(lister())
  expect(contents.map(({ entries }) => entries.length)).toEqual([500, 2500, 6500, 14_500, 20_000])
  expect(contents.map(({ total }) => total)).toEqual([20_000, 20_000, 20_000, 20_000, 20_000])
  expect(contents.map(({ isComplete }) => isComplete)).toEqual([false, false, false, false, true])
})

it('yields an empty directory once', async () => {
  expect(await read(lister([]))).toEqual([{ entries: [], total: 0, isComplete: true }])
})

it('ends when the directory shrinks, and lists an entry once', async () => {
  const shrinking = async (offset: number, limit: number): Promise<ListPart> =>
    offset === 0
      ? { entries: files.slice(0, limit), total: 3000 }
      : { entries: files.slice(offset - 100, offset + 100), total: 700 }
  const contents = await read(shrinking)
  expect(contents.at(-1)).toMatchObject({ total: 600, isComplete: true })
  expect(contents.at(-1)?.entries).toHaveLength(600)
})
