import { expect, test } from 'vitest'

interface Texts {
  readonly [key: string]: string | Texts
}

const files = import.meta.glob<Texts>(['./locales/*.json', '../../plugins/*/dashboard/locales/*.json'], {
  eager: true,
  import: 'default',
})

const english = Object.keys(files).filter((path) => path.endsWith('/en.json'))

const keys = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [path + key.replace(/_(zero|one|two|few|many|other)$/, '')]
      : keys(value, `${path}${key}.`),
  )

test('the texts of shell and plugins were found', () => {
  expect(english.length).toBeGreaterThan(3)
})

test.each(english)('%s and its Chinese sibling say the same things', (path) => {
  const chinese = files[path.replace(/en\.json$/, 'zh.json')]
  const [en, zh] = [files[path] ?? {}, chinese ?? {}].map((texts) => [...new Set(keys(texts))].sort())
  expect(zh).toEqual(en)
})
