import { ApiError } from '@svc/plugin-sdk'

/** 400 and not 422, like everything that is wrong with a query. */
export const badQuery = (field: string, rule: string) =>
  new ApiError(400, 'BAD_REQUEST', `query parameter ${field} ${rule}`, { details: [{ field, rule }] })
