// The parts of GNOME's extension that need no desktop: gjs -m Tests/GnomeShell/run.js

import System from 'system';

import {finish} from './assert.js';
import './ink.js';
import './mapping.js';

System.exit(finish());
