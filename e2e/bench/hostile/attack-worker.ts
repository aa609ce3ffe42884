import { workerData } from 'node:worker_threads'
import { type Attack, attacks, type Target } from './attacks.ts'

const { attack, target } = workerData as { attack: Attack; target: Target }
attacks[attack](target)
