// The stories on binary.
import { tellAll } from './tell.ts'

tellAll('binary')
