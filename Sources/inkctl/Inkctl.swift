internal import ArgumentParser
internal import Glibc
internal import InkClient
internal import InkCorpus
internal import InkEvaluation
internal import InkProtocol
internal import ModelRepository
internal import PenLog
internal import Recognition

@main
enum Main {
    static func main() {
        do {
            var command = try parse()
            try command.run()
        } catch InkctlError.outputClosed {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
            exit(EXIT_FAILURE)
        } catch let error as ClientError {
            fail(error.explanation)
        } catch let error as RecognitionError {
            fail(error.description)
        } catch let error as AdaptationError {
            fail(error.description)
        } catch let error as InkctlError {
            fail(error.description)
        } catch let error as CorpusError {
            fail(error.description)
        } catch let error as EvaluationError {
            fail(error.description)
        } catch let error as LogError {
            fail(error.description)
        } catch let error as RepositoryError {
            fail(error.description)
        } catch {
            Inkctl.exit(withError: error)
        }
    }

    /// Returns the command of the command line. For a word that is no command, suggests the nearest one in place of the parser's
    /// "unexpected argument".
    private static func parse() throws -> any ParsableCommand {
        do {
            return try Inkctl.parseAsRoot()
        } catch {
            guard let unknown = UnknownCommand(CommandLine.arguments.dropFirst(), of: Inkctl.self) else { throw error }
            StandardError.say(unknown.message)
            exit(EX_USAGE)
        }
    }

    private static func fail(_ message: String) -> Never {
        StandardError.say(message)
        exit(EXIT_FAILURE)
    }
}

/// The command line: commands that call the daemon, and commands that work on files without one.
struct Inkctl: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inkctl",
        abstract: "Shows and steers what inkd does, and reads handwriting from files.",
        discussion: """
            Examples:
              inkctl devices                  list the tablets that inkd reads
              inkctl watch                    show ink and text as they are written
              inkctl watch | jq .reply        for programs: one JSON object a line
              inkctl status                   what inkd does, and whether it records
              inkctl top                      what it measures of itself, each second
              inkctl setup                    connect it with your desktop
              inkctl doctor                   what is in the way, and what to do about it
              inkctl pen toggle               write text with the pen, or point
              inkctl calibrate                have ink come where the pen is
              inkctl pressure                 fit a pen to your hand
              inkctl undo                     take the last change back
              inkctl recognize < words.jsonl  read ink from a file; needs no daemon
              inkctl evaluate dev.jsonl.gz    measure how well that goes
              inkctl corpus stats words/      what there is in a collection of ink
              inkctl adapt --ink my.jsonl     teach inkd your hand
              inkctl models list              what inkd can read, and where that comes from
              inkctl practice "abc"           copy letters stroke by stroke
              inkctl write notes words.jsonl  write ink into a package, and read it
              inkctl export notes 0 --to page.svg
                                              get what is written there
              inkctl search spring terrace    find where words are written
              inkctl replay pen.events        what a recording becomes, without a tablet
              inkctl convert pen.events pen.yml
                                              recordings and ink in other formats
            """,
        version: inkdVersion,
        subcommands: [
            DevicesCommand.self, WatchCommand.self, PenCommand.self, AreaCommand.self, CalibrateCommand.self, PressureCommand.self,
            SetupCommand.self, DoctorCommand.self, UndoCommand.self, RedoCommand.self, ClearCommand.self, PracticeCommand.self,
            RecordCommand.self,
            StatusCommand.self, TopCommand.self, RecognizeCommand.self,
            CorpusCommand.self, RenderCommand.self, SynthesizeCommand.self, HandCommand.self, ReportCommand.self,
            EvaluateCommand.self, AdaptCommand.self, CalibrationSamplesCommand.self, ModelsCommand.self, PackagesCommand.self,
            WriteCommand.self, ExportCommand.self, ImportCommand.self, SearchCommand.self,
            BlocksCommand.self, InkCommand.self, CandidatesCommand.self, ChooseCommand.self, ReplayInkCommand.self, ConfigCommand.self,
            ConvertCommand.self, ReplayCommand.self,
        ])
}
