import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateToken, storeToken, withToken } from './token-file.ts'
import { type DiskSteps, disk } from './write-durably.ts'

const token = generateToken()

describe('a generated token', () => {
  it('is 43 random characters of base64url', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Set(Array.from({ length: 100 }, generateToken)).size).toBe(100)
  })
})

describe('adding the token to a file', () => {
  it.each([
    ['an empty file', '', `token = "${token}"\n`],
    ['keys and tables', 'a = 1\n[log]\nlevel = "info"\n', `token = "${token}"\na = 1\n[log]\nlevel = "info"\n`],
    ['only a table', '[log]\r\nlevel = "x"\r\n', `token = "${token}"\r\n[log]\r\nlevel = "x"\r\n`],
    ['a comment first', '# svc\na = 1', `token = "${token}"\n# svc\na = 1`],
    ['a byte order mark', '\uFEFFa = 1\n', `\uFEFFtoken = "${token}"\na = 1\n`],
    ['an empty token', 'a = 1\ntoken = ""\nb = 2\n', `a = 1\ntoken = "${token}"\nb = 2\n`],
    ['one with a comment', "  'token'  =  ''  # mine\r\n", `  'token'  =  "${token}"  # mine\r\n`],
    ['a token of a table', '[x]\ntoken = ""\n', `token = "${token}"\n[x]\ntoken = ""\n`],
  ])('leaves %s otherwise unchanged', (_, before, after) => {
    expect(withToken(before, token)).toBe(after)
  })

  it('changes only that key and not a byte of the rest', () => {
    const key = fc.stringMatching(/^[a-z_]{1,8}$/).filter((name) => name !== 'token')
    const leaf = fc.oneof(fc.string(), fc.integer({ min: -1e6, max: 1e6 }), fc.boolean(), fc.array(fc.string()))
    const tables = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(fc.oneof(key, fc.constant('token')), leaf)))
    fc.assert(
      fc.property(tables, (config) => {
        const before = stringify(config)
        const after = withToken(before, token)
        expect(parse(after)).toEqual({ ...parse(before), token })
        expect(after.endsWith(before)).toBe(true)
      }),
    )
  })

  it.each([
    ['a look-alike in a multi-line string', 'a = """\ntoken = ""\n"""\n'],
    ['a broken file', 'secret_code = "abc\n'],
    ['a token that is no string', 'token = 5\n'],
  ])('rejects %s without quoting it', (_, before) => {
    expect(() => withToken(before, token)).toThrow(/^cannot add the key token without changing other keys$/)
  })
})

describe('storing the token', () => {
  let folder: string
  let file: string
  const original = '# keep me\nserver_url = "https://svc.example.com"\n'
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-token-'))
    file = join(folder, 'agent.toml')
    writeFileSync(file, original, { mode: 0o644 })
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('leaves one file that only its owner can read', async () => {
    await storeToken(file, token)
    expect(readFileSync(file, 'utf8')).toBe(`token = "${token}"\n${original}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['agent.toml'])
  })

  it('creates a missing file', async () => {
    rmSync(file)
    await storeToken(file, token)
    expect(parse(readFileSync(file, 'utf8'))).toEqual({ token })
  })

  it('follows symbolic links', async () => {
    const link = join(folder, 'link.toml')
    symlinkSync(file, link)
    await storeToken(link, token)
    expect(readFileSync(file, 'utf8')).toContain(token)
  })

  it('reports why it failed', async () => {
    await expect(storeToken(join(folder, 'none', 'agent.toml'), token)).rejects.toThrow(
      /^cannot store the run token in .*agent\.toml: ENOENT/,
    )
  })

  const steps: (keyof DiskSteps)[] = ['create', 'write', 'sync', 'rename', 'syncFolder']
  const cases = steps.flatMap((step) => [[step, 'before'] as const, [step, 'after'] as const])

  it.each(cases)(
    'survives a crash at the step %s (%s it ran): old or new content, never a mix',
    async (step, moment) => {
      const order: string[] = []
      const dying = Object.fromEntries(
        steps.map((name) => [
          name,
          async (...args: never[]) => {
            if (name === step && moment === 'before') throw new Error('power cut')
            const result = await (disk[name] as (...args: never[]) => Promise<unknown>)(...args)
            order.push(name)
            if (name === step) {
              // A crash would close the file too.
              if (name === 'create') await (result as FileHandle).close()
              throw new Error('power cut')
            }
            return result
          },
        ]),
      ) as unknown as DiskSteps
      await expect(storeToken(file, token, dying)).rejects.toThrow('power cut')

      const isRenamed = order.includes('rename')
      expect(readFileSync(file, 'utf8')).toBe(isRenamed ? `token = "${token}"\n${original}` : original)
      // The new file reaches the disk before it takes the old one's place.
      expect(order).toEqual(steps.slice(0, order.length))

      // The next start meets whatever was left behind and goes on.
      if (!isRenamed) {
        await storeToken(file, token)
        expect(parse(readFileSync(file, 'utf8')).token).toBe(token)
        expect(readdirSync(folder)).toEqual(['agent.toml'])
      }
    },
  )
})
