import { maxCommandLength } from '@svc/plugin-processes/wire'
import { describe, expect, it } from 'vitest'
import { parseCommandLine } from './command-line.ts'

/** As it is read: Latin-1. */
const line = (...argv: string[]) => parseCommandLine(Buffer.from(`${argv.join('\0')}\0`).toString('latin1'))

describe('a command line', () => {
  it('is shown with spaces', () => {
    expect(line('nginx', '-g', 'daemon off;')).toBe('nginx -g daemon off;')
    expect(parseCommandLine('postgres: writer process\0\0\0')).toBe('postgres: writer process')
    expect(parseCommandLine('')).toBeNull()
    expect(parseCommandLine('\0')).toBeNull()
  })

  it.each([
    [['app', '--db-password=geheim', '--port=80'], 'app --db-password=*** --port=80'],
    [['app', '--token', 'abc', '-v'], 'app --token *** -v'],
    [['app', '--token', '-v'], 'app --token -v'],
    [['env', 'API_KEY=abc', 'HOME=/root'], 'env API_KEY=*** HOME=/root'],
    [['curl', '-H', 'Authorization: Bearer abc', 'x'], 'curl -H Authorization:*** x'],
    [['psql', 'postgres://me:pw@db/app?x=1'], 'psql postgres://***@db/app?x=1'],
    [['agent', '--url', 'https://db/app'], 'agent --url https://db/app'],
    [['mysqld', '--user=mysql'], 'mysqld --user=mysql'],
  ])('hides secrets: %j', (argv, shown) => expect(line(...argv)).toBe(shown))

  it('is short and plain', () => {
    expect(line('x'.repeat(5000))).toHaveLength(maxCommandLength)
    expect(line('a\u202Eb', 'c\nd')).toBe('a?b c?d')
  })
})
