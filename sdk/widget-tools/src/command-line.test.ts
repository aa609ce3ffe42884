import { describe, expect, it } from 'vitest'
import { readCommand } from './command-line.ts'

describe('command line', () => {
  it('parses command and options', () => {
    expect(readCommand(['build'], {})).toMatchObject({ name: 'build', key: undefined, port: undefined })
    const env = { SVC_URL: 'https://svc.example.org/', SVC_KEY: 'svc_x' }
    const { url, ...dev } = readCommand(['dev', '--port', '6000'], env)
    expect([url.origin, dev]).toEqual(['https://svc.example.org', { name: 'dev', key: 'svc_x', port: 6000 }])
    expect(readCommand(['dev', '--url', 'http://10.0.0.1:9527'], env).url.host).toBe('10.0.0.1:9527')
    expect(readCommand(['dev'], { SVC_URL: '', SVC_KEY: '' })).toMatchObject({
      url: new URL('http://127.0.0.1:9527'),
      key: undefined,
    })
    expect([readCommand(['-h'], {}).name, readCommand(['--version'], {}).name]).toEqual(['help', 'version'])
  })

  it.each([
    [[], {}, 'missing command'],
    [['publish'], {}, 'unknown command: publish'],
    [['build', 'now'], {}, 'unknown command: build now'],
    [['build', '--minify'], {}, "Unknown option '--minify'"],
    [['dev', '--port', '0'], {}, '--port must be a number'],
    [['dev', '--port', '80.5'], {}, '--port must be a number'],
    [['dev'], { SVC_URL: 'svc.example.org' }, 'must start with http://'],
    [['dev', '--url', 'file:///etc'], {}, 'must start with http://'],
  ])('rejects %j', (args, env, reason) => expect(() => readCommand(args, env)).toThrow(reason))
})
