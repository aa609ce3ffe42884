import { captured, type Person, type Tokens, type World } from './world.ts'

export type Proof = 'revocation' | 'refresh' | 'consumed'
export type RecoveryMode = 'password' | 'code'

/** A session of the model, with all its secrets so far. */
interface ModelSession {
  readonly owner: Person
  readonly installation: string
  readonly first: Tokens
  current: Tokens
  readonly stale: Tokens[]
  alive: boolean
}

const expect = (actual: unknown, expected: unknown, what: string) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`)
  }
}

/** Applies each operation to server and model and compares them. Every request has its own address. */
export function makeModel(world: World, people: readonly Person[], installations: readonly string[]) {
  const sessions: ModelSession[] = []
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

  async function recover(owner: Person, installation: string, mode: RecoveryMode, material: object, chosen?: string) {
    const by =
      mode === 'code'
        ? { pairing_code: await world.code(owner) }
        : { username: owner.username, password: owner.password }
    const id = chosen === undefined ? {} : { expected_session_id: chosen }
    const body = { ...by, ...id, ...material, expected_user_id: owner.id, installation_id: installation }
    const response = await world.recover(body, address())
    expect(response.statusCode, 200, 'recover')
    return response.json().data
  }
  const end = (id: string) => {
    const actual = sessions.find((it) => it.first.mobile_session_id === id)
    if (!actual?.alive) throw new Error('a session that was not alive was removed')
    actual.alive = false
  }

  return {
    async pair(user: number, place: number) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      add(owner, installation, await world.pair(owner, installation))
    },
    async login(user: number, place: number) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      const response = await world.login(owner, { installation_id: installation }, address())
      add(owner, installation, response.json().data)
    },
    async refresh(which: number, wrongPlace: boolean) {
      if (sessions.length === 0) return
      const it = of(sessions, which)
      const place = wrongPlace ? `not ${it.installation}` : it.installation
      const response = await world.refresh(it.current.refresh_token, place)
      expect(response.statusCode, it.alive && !wrongPlace ? 200 : 401, 'refresh')
      if (response.statusCode !== 200) return
      it.stale.push(it.current)
      it.current = response.json().data
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
      const response = await world.remove(`/api/mobile/auth/devices/${it.first.mobile_session_id}`, it.owner.cookie)
      expect(response.statusCode, it.alive ? 200 : 404, 'removal of a device')
      it.alive = false
    },
    /** With the tokens of any session, possibly of another user or installation. */
    async recover(user: number, place: number, which: number, mode: RecoveryMode, stale: boolean) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      const it = sessions.length ? of(sessions, which) : undefined
      const material = stale ? { ...captured(), refresh_token: it?.first.refresh_token ?? '' } : captured(it?.current)
      const active = alive(owner, installation)
      const response = await recover(owner, installation, mode, material)
      if (it && active.includes(it)) {
        expect(
          [response.outcome, response.mobile_session_id],
          ['ok', it.first.mobile_session_id],
          'recover by material',
        )
        end(it.first.mobile_session_id)
        return
      }
      expect(response.outcome, active.length ? 'selection_required' : 'already_absent', 'recover without a match')
      const ids = response.candidates.map(({ mobile_session_id: id }: Tokens) => id)
      expect(ids.sort(), active.map(({ first }) => first.mobile_session_id).sort(), 'candidates')
    },
    /** Recovers with a selection and a choice, which uses a grant or the password again. */
    async select(user: number, place: number, which: number, mode: RecoveryMode) {
      const [owner, installation] = [of(people, user), of(installations, place)]
      const started = await recover(owner, installation, mode, captured())
      if (started.outcome !== 'selection_required') return
      const id = (of(started.candidates, which) as Tokens).mobile_session_id
      const common = { ...captured(), expected_user_id: owner.id, installation_id: installation }
      const done =
        mode === 'code'
          ? (
              await world.recover(
                { ...common, recovery_token: started.recovery_token, expected_session_id: id },
                address(),
              )
            ).json().data
          : await recover(owner, installation, mode, captured(), id)
      expect([done.outcome, done.mobile_session_id], ['ok', id], 'choice')
      end(id)
    },
    /** Active sessions work, all others do not. */
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
