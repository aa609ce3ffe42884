import { makeAuth } from './plugin.ts'

export default makeAuth()
