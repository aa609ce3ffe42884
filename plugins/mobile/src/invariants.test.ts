import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeModel } from '../test/model.ts'
import { minute, openWorld, type Person, type World } from '../test/world.ts'

let world: World
let people: Person[]
beforeEach(async () => {
  world = await openWorld()
  people = [await world.addUser('mia'), await world.addUser('gus')]
})
afterEach(() => world.close())

type Model = ReturnType<typeof makeModel>
type Step = (model: Model) => Promise<void>

const two = fc.nat(1)
const any = fc.nat(50)
const way = fc.constantFrom('password' as const, 'code' as const)
const proof = fc.constantFrom('revocation' as const, 'refresh' as const, 'consumed' as const)
const named = (name: string, step: Step): Step & { toString(): string } => Object.assign(step, { toString: () => name })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(two, two).map((a) => named(`pair ${a}`, (m) => m.pair(...a))) },
  { weight: 1, arbitrary: fc.tuple(two, two).map((a) => named(`login ${a}`, (m) => m.login(...a))) },
  { weight: 5, arbitrary: fc.tuple(any, fc.boolean()).map((a) => named(`refresh ${a}`, (m) => m.refresh(...a))) },
  { weight: 2, arbitrary: fc.tuple(any, proof).map((a) => named(`revoke ${a}`, (m) => m.revoke(...a))) },
  { weight: 1, arbitrary: any.map((a) => named(`remove ${a}`, (m) => m.removeDevice(a))) },
  {
    weight: 3,
    arbitrary: fc.tuple(two, two, any, way, fc.boolean()).map((a) => named(`recover ${a}`, (m) => m.recover(...a))),
  },
  { weight: 2, arbitrary: fc.tuple(two, two, any, way).map((a) => named(`select ${a}`, (m) => m.select(...a))) },
)

describe('any sequence of operations', () => {
  it('keeps active sessions valid and never revives revoked ones', async () => {
    const seed = randomInt(2 ** 31)
    console.info(`seed ${seed}`)
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        run += 1
        world.kernel.database.exec('DELETE FROM mobile_sessions')
        // expires grants and limits of the previous run
        world.kernel.clock.set(world.kernel.clock.now() + 15 * minute)
        const model = makeModel(world, people, [`a-${run}`, `b-${run}`])
        for (const act of steps) {
          await act(model)
          await model.check()
        }
        await model.checkAll()
      }),
      { seed, numRuns: 20, endOnFailure: false },
    )
    expect(run).toBeGreaterThanOrEqual(20)
  })
})
