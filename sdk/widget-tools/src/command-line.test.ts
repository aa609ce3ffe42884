import { describe, expect, it } from 'vitest'
import { readCommand } from './command-line.ts'

describe('the command line', () => {
  it('says what to do, and for whom', () => {
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
    [[], {}, 'what to do?'],
    [['publish'], {}, 'publish is no command'],
    [['build', 'now'], {}, 'build now is no command'],
    [['build', '--minify'], {}, "Unknown option '--minify'"],
    [['dev', '--port', '0'], {}, '--port is a number'],
    [['dev', '--port', '80.5'], {}, '--port is a number'],
    [['dev'], { SVC_URL: 'svc.example.org' }, 'must begin with http://'],
    [['dev', '--url', 'file:///etc'], {}, 'must begin with http://'],
  ])('%j is refused', (args, env, reason) => expect(() => readCommand(args, env)).toThrow(reason))
})
