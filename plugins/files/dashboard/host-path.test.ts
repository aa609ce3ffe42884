import { describe, expect, it } from 'vitest'
import { baseName, crumbsOf, joinPath, parentOf, resolvePath } from './host-path.ts'

describe('paths of a host', () => {
  it.each([
    ['/srv/www', 'a b', '/srv/www/a b'],
    ['/', 'srv', '/srv'],
    ['C:\\', 'Data', 'C:\\Data'],
    ['C:\\Data', 'x', 'C:\\Data\\x'],
  ])('%s joined with %s is %s', (directory, name, path) => {
    expect(joinPath(directory, name)).toBe(path)
    expect(parentOf(path)).toBe(directory)
    expect(baseName(path)).toBe(name)
  })

  it('have the top above every root', () => {
    expect(parentOf('/')).toBe('/')
    expect(parentOf('C:\\')).toBe('/')
    expect(parentOf('\\\\nas\\share\\')).toBe('/')
    expect(baseName('/')).toBe('/')
  })

  it('keep a backslash in a name', () => {
    expect(baseName('/srv/a\\b')).toBe('a\\b')
    expect(crumbsOf('/srv/a\\b').map(({ name }) => name)).toEqual(['/', 'srv', 'a\\b'])
  })

  it('have crumbs from the top', () => {
    expect(crumbsOf('/')).toEqual([{ name: '/', path: '/' }])
    expect(crumbsOf('/srv/www').map(({ path }) => path)).toEqual(['/', '/srv', '/srv/www'])
    expect(crumbsOf('C:\\a\\b').map(({ path }) => path)).toEqual(['/', 'C:\\', 'C:\\a', 'C:\\a\\b'])
  })

  it.each([
    ['/etc//nginx/', '/etc/nginx'],
    ['conf.d', '/srv/conf.d'],
    ['../var/./log', '/var/log'],
    ['../../..', '/'],
    ['D:/data/../x', 'D:\\x'],
  ])('%s typed in /srv leads to %s', (typed, path) => {
    expect(resolvePath('/srv', typed)).toBe(path)
  })
})
