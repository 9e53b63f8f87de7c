import { leavePart } from './client/lazyParts'
import { encoders } from './transport/encoders'

leavePart({ encoders })
