import { captured, type Person, type Tokens, type World } from './world.ts'

export type Proof = 'revocation' | 'refresh' | 'consumed'
export type Way = 'password' | 'code'

/** A session as the model knows it, with every secret it ever had. */
interface Known {
  readonly owner: Person
  readonly installation: string
  readonly first: Tokens
  current: Tokens
  readonly stale: Tokens[]
  alive: boolean
}

const expect = (found: unknown, wanted: unknown, what: string) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) {
    throw new Error(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`)
  }
}

/** Does to the server what it remembers, and compares. Every request comes from an address of its own. */
export function makeModel(world: World, people: readonly Person[], installations: readonly string[]) {
  const sessions: Known[] = []
  let requests = 0
  const address = () => {
    requests += 1
    return `10.1.${requests >> 8}.${requests & 255}`
  }
  const of = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
  const alive = (owner: Person, installation: string) =>
    sessions.filter((it) => it.alive && it.owner === owner && it.installation === installation)
  const revoke = async (installation: string, proof: object) =>
    (await world.post('/api/mobile/auth/revoke', { installation_id: installation, ...proof }, {}, address())).statusCode

  const add = (owner: Person, installation: string, tokens: Tokens) =>
    void sessions.push({ owner, installation, first: tokens, current: tokens, stale: [], alive: true })

  async function recover(owner: Person, installation: string, way: Way, material: object, chosen?: string) {
    const by =
      way === 'code'
        ? { pairing_code: await world.code(owner) }
        : { username: owner.username, password: owner.password }
    const id = chosen === undefined ? {} : { expected_session_id: chosen }
    const body = { ...by, ...id, ...material, expected_user_id: owner.id, installation_id: installation }
    const answer = await world.recover(body, address())
    expect(answer.statusCode, 200, 'recover')
    return answer.json().data
  }
  const end = (id: string) => {
    const found = sessions.find((it) => it.first.mobile_session_id === id)
    if (!found?.alive) throw new Error('a session that was not alive was removed')
    found.alive = false
  }

  return {
    async pair(user: number, place: number) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      add(owner, installation, await world.pair(owner, installation))
    },
    async login(user: number, place: number) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      const answer = await world.login(owner, { installation_id: installation }, address())
      add(owner, installation, answer.json().data)
    },
    async refresh(which: number, wrongPlace: boolean) {
      if (sessions.length === 0) return
      const it = of(sessions, which)
      const place = wrongPlace ? `not ${it.installation}` : it.installation
      const answer = await world.refresh(it.current.refresh_token, place)
      expect(answer.statusCode, it.alive && !wrongPlace ? 200 : 401, 'refresh')
      if (answer.statusCode !== 200) return
      it.stale.push(it.current)
      it.current = answer.json().data
      expect(it.current.mobile_session_id, it.first.mobile_session_id, 'the id after a refresh')
    },
    async revoke(which: number, proof: Proof) {
      if (sessions.length === 0) return
      const it = of(sessions, which)
      const proofs = {
        revocation: { revocation_token: it.first.revocation_token },
        refresh: { refresh_token: it.current.refresh_token },
        consumed: { refresh_token: it.first.refresh_token },
      }
      expect(await revoke(`not ${it.installation}`, proofs[proof]), 401, 'revoke of another installation')
      expect(await revoke(it.installation, proofs[proof]), it.alive ? 200 : 401, 'revoke')
      it.alive = false
    },
    async removeDevice(which: number) {
      if (sessions.length === 0) return
      const it = of(sessions, which)
      const answer = await world.remove(`/api/mobile/auth/devices/${it.first.mobile_session_id}`, it.owner.cookie)
      expect(answer.statusCode, it.alive ? 200 : 404, 'removal of a device')
      it.alive = false
    },
    /** With what is left of any session, possibly of somebody else or of another installation. */
    async recover(user: number, place: number, which: number, way: Way, stale: boolean) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      const it = sessions.length ? of(sessions, which) : undefined
      const material = stale ? { ...captured(), refresh_token: it?.first.refresh_token ?? '' } : captured(it?.current)
      const there = alive(owner, installation)
      const answer = await recover(owner, installation, way, material)
      if (it && there.includes(it)) {
        expect([answer.outcome, answer.mobile_session_id], ['ok', it.first.mobile_session_id], 'recover by material')
        end(it.first.mobile_session_id)
        return
      }
      expect(answer.outcome, there.length ? 'selection_required' : 'already_absent', 'recover without a match')
      const ids = answer.candidates.map(({ mobile_session_id: id }: Tokens) => id)
      expect(ids.sort(), there.map(({ first }) => first.mobile_session_id).sort(), 'candidates')
    },
    /** Selection and choice, by a grant or by the password again. */
    async select(user: number, place: number, which: number, way: Way) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      const begun = await recover(owner, installation, way, captured())
      if (begun.outcome !== 'selection_required') return
      const id = (of(begun.candidates, which) as Tokens).mobile_session_id
      const common = { ...captured(), expected_user_id: owner.id, installation_id: installation }
      const done =
        way === 'code'
          ? (
              await world.recover(
                { ...common, recovery_token: begun.recovery_token, expected_session_id: id },
                address(),
              )
            ).json().data
          : await recover(owner, installation, way, captured(), id)
      expect([done.outcome, done.mobile_session_id], ['ok', id], 'choice')
      end(id)
    },
    /** What is alive works, and nothing else does. */
    async check() {
      for (const { current, stale, alive: lives } of sessions) {
        expect(await world.works(current.access_token), lives, 'access')
        for (const { access_token: token } of stale) expect(await world.works(token), false, 'stale access')
      }
    },
    async checkAll() {
      for (const it of sessions) {
        for (const { refresh_token: token } of it.stale) {
          expect((await world.refresh(token, it.installation)).statusCode, 401, 'stale refresh')
        }
        if (it.alive) continue
        expect((await world.refresh(it.current.refresh_token, it.installation)).statusCode, 401, 'dead refresh')
        expect(await revoke(it.installation, { revocation_token: it.first.revocation_token }), 401, 'dead proof')
      }
      for (const it of sessions) await this.refresh(sessions.indexOf(it), false)
      await this.check()
    },
  }
}
