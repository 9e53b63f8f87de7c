import '../../src/editor/main'
