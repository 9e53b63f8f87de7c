import { configureGlobal } from 'fast-check'

/** Properties are tried on the same values at each run, so that a run tells of the change and not of chance; `FC_SEED` tries others. */
configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_127) })
