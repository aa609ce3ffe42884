import { expect, it } from 'vitest'
import { makeResolver } from './resolve.ts'

const never = new AbortController().signal
const turn = () => new Promise(setImmediate)

/** A name server that answers on command of the test. */
function slowNames() {
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  let time = 0
  const resolve = makeResolver({
    now: () => time,
    addressesOf: (name) => {
      asked.push(name)
      return new Promise((done) => answers.set(name, () => done(['192.0.2.2'])))
    },
  })
  return {
    asked,
    resolve,
    async answer(name: string, afterMs = 0) {
      time += afterMs
      answers.get(name)?.()
      answers.delete(name)
      await turn()
    },
  }
}

it('does not resolve addresses', async () => {
  const { asked, resolve } = slowNames()
  expect(await resolve('2606:4700::1111', never)).toBe('2606:4700::1111')
  await expect(resolve('127.0.0.1', never)).rejects.toThrow('127.0.0.1 must not be probed')
  expect(asked).toEqual([])
})

it('shares pending lookups of a name, but does not cache results', async () => {
  const { asked, resolve, answer } = slowNames()
  const both = Promise.all([resolve('a.example', never), resolve('a.example', never)])
  await turn()
  await answer('a.example')
  expect(await both).toEqual(['192.0.2.2', '192.0.2.2'])
  void resolve('a.example', never)
  await turn()
  expect(asked).toEqual(['a.example', 'a.example'])
})

it('resolves two names at a time and queues slow names separately', async () => {
  const { asked, resolve, answer } = slowNames()
  const ask = (...names: string[]) => void Promise.all(names.map((name) => resolve(name, never)))
  ask('slow1', 'slow2', 'quick')
  await turn()
  expect(asked).toEqual(['slow1', 'slow2'])
  await answer('slow1', 5000)
  await answer('slow2')
  await answer('quick')
  ask('slow1', 'slow2', 'quick', 'other')
  await turn()
  expect(asked.slice(3)).toEqual(['slow1', 'quick', 'other'])
  await answer('slow1')
  await answer('slow2')
  // They answered in time and are like the others again.
  await answer('quick')
  await answer('other')
  ask('slow1', 'slow2')
  await turn()
  expect(asked.slice(7)).toEqual(['slow1', 'slow2'])
})

it('aborts one caller without affecting the others', async () => {
  const { resolve, answer } = slowNames()
  const over = new AbortController()
  const first = resolve('a.example', over.signal)
  const second = resolve('a.example', never)
  await turn()
  over.abort(new Error('aborted'))
  await expect(first).rejects.toThrow('aborted')
  await answer('a.example')
  expect(await second).toBe('192.0.2.2')
})

it('uses the resolver of the host', async () => {
  await expect(makeResolver()('localhost', never)).rejects.toThrow(
    /^localhost resolves to (127|::1).*must not be probed$/,
  )
  await expect(makeResolver()('does-not-exist.invalid', never)).rejects.toMatchObject({
    code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
  })
})
