// The stories on bun.
import { tellAll } from './tell.ts'

tellAll('bun')
