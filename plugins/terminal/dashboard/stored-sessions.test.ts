import { beforeEach, expect, it } from 'vitest'
import { StoredSessions } from './stored-sessions.ts'
import { addTab, initialWorkspace } from './workspace.ts'

let values: Map<string, string>
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
}
const open = (now = 0, serverId = 'web') => new StoredSessions(serverId, storage, now)
const session = { id: 'id', secret: 'secret' }
beforeEach(() => {
  values = new Map()
})

it('keeps tabs and sessions of each server', () => {
  const stored = open()
  expect(stored.workspace).toBe(initialWorkspace)
  const two = addTab(initialWorkspace)
  stored.setWorkspace(two)
  stored.set(2, session)
  stored.set(4, session)
  stored.set(4, undefined)
  const again = open()
  expect([again.workspace, again.get(2), again.get(4)]).toEqual([two, session, undefined])
  expect(open(0, 'other').get(2)).toBeUndefined()
})

it('forgets them a minute after the page was left', () => {
  const stored = open()
  stored.set(2, session)
  stored.leave(1000)
  expect(open(60_999).get(2)).toEqual(session)
  expect(open(61_000).get(2)).toBeUndefined()
})

it('starts over without sessions, with a broken entry and without storage', () => {
  open().setWorkspace(addTab(initialWorkspace))
  expect(open().workspace).toBe(initialWorkspace)
  values.set('terminal.web', '{')
  expect(open().workspace).toBe(initialWorkspace)
  const refuse = () => {
    throw new Error('blocked')
  }
  const blocked = new StoredSessions('web', { getItem: refuse, setItem: refuse }, 0)
  blocked.set(2, session)
  expect(blocked.get(2)).toEqual(session)
})
