import InkProtocol
import Varlink

/// Every method and error of every interface: a call with its parameters, or a reply with its, can be any of them.
enum Methods {
    /// All methods, by interface.
    static let all: [any VarlinkMethod.Type] = [
        AdaptationInterface.Adapt.self, AdaptationInterface.Status.self, AdaptationInterface.Reset.self,
        BlocksInterface.List.self, BlocksInterface.Hit.self, BlocksInterface.Add.self, BlocksInterface.AddImage.self,
        BlocksInterface.Remove.self, BlocksInterface.Move.self, BlocksInterface.Convert.self, BlocksInterface.ConversionStates.self,
        BlocksInterface.Export.self,
        BlocksInterface.Import.self,
        BlocksInterface.Copy.self, BlocksInterface.Paste.self,
        DevicesInterface.List.self, DevicesInterface.Watch.self, DevicesInterface.Statistics.self,
        EditorInterface.List.self, EditorInterface.Create.self, EditorInterface.Close.self, EditorInterface.SetViewSize.self,
        EditorInterface.SetPart.self, EditorInterface.PointerEvents.self, EditorInterface.PointerCancel.self,
        EditorInterface.SetTool.self, EditorInterface.GetState.self, EditorInterface.Watch.self, EditorInterface.WaitForIdle.self,
        EditorInterface.SelectCandidate.self, EditorInterface.GetConfiguration.self, EditorInterface.SetConfiguration.self,
        EditorInterface.UnsetConfiguration.self, EditorInterface.Undo.self, EditorInterface.Redo.self, EditorInterface.Clear.self,
        InkInterface.Strokes.self, InkInterface.GetPath.self, InkInterface.Interpolate.self, InkInterface.Offset.self,
        InkInterface.AddStrokes.self, InkInterface.RemoveStrokes.self, InkInterface.Erase.self, InkInterface.Transform.self,
        InkInterface.Restyle.self, InkInterface.Select.self, InkInterface.Selection.self, InkInterface.Replay.self,
        InkInterface.Synthesize.self,
        ModelsInterface.List.self, ModelsInterface.Resolve.self, ModelsInterface.IsInstalled.self, ModelsInterface.Install.self,
        ModelsInterface.Write.self, ModelsInterface.Remove.self, ModelsInterface.Watch.self,
        PackagesInterface.List.self, PackagesInterface.Open.self, PackagesInterface.Save.self, PackagesInterface.SaveToTemp.self,
        PackagesInterface.Close.self, PackagesInterface.Delete.self, PackagesInterface.Parts.self, PackagesInterface.CreatePart.self,
        PackagesInterface.GetPart.self, PackagesInterface.ClonePart.self, PackagesInterface.MovePart.self,
        PackagesInterface.RemovePart.self, PackagesInterface.Import.self, PackagesInterface.Export.self, PackagesInterface.Check.self,
        PackagesInterface.Rename.self, PackagesInterface.SaveAs.self, PackagesInterface.ImportPages.self,
        PackagesInterface.ExportPages.self,
        PackagesInterface.GetMetadata.self, PackagesInterface.SetMetadata.self,
        PointerInterface.Watch.self,
        RecognizerInterface.Recognize.self, RecognizerInterface.Query.self, RecognizerInterface.RecognizeSymbol.self,
        RecognizerInterface.RecognizeShape.self, RecognizerInterface.RecognizeSketch.self, RecognizerInterface.RecognizeGesture.self,
        RecognizerInterface.RecognizeFormula.self, RecognizerInterface.RecognizeCharacter.self,
        RecognizerInterface.RecognizeCharacters.self,
        RecorderInterface.Start.self, RecorderInterface.Stop.self, RecorderInterface.Annotate.self, RecorderInterface.GetState.self,
        RecorderInterface.Watch.self, RecorderInterface.List.self, RecorderInterface.Read.self, RecorderInterface.Delete.self,
        PracticeInterface.Begin.self, PracticeInterface.Try.self, PracticeInterface.GetProgress.self, PracticeInterface.End.self,
        SearchInterface.Find.self, SearchInterface.FindDrawings.self,
        TextInputInterface.Attach.self, TextInputInterface.Watch.self, TextInputInterface.Focus.self, TextInputInterface.Unfocus.self,
        TextInputInterface.SetContext.self, TextInputInterface.SetCaret.self, TextInputInterface.ShowCandidates.self,
        TextInputInterface.ShowMessage.self, TextInputInterface.Ask.self, TextInputInterface.Take.self,
        TextInputInterface.Correct.self, TextInputInterface.CancelStroke.self,
        TextInputInterface.SetCapture.self, TextInputInterface.GetStatus.self, TextInputInterface.SetEnabled.self,
        TextInputInterface.SetMode.self,
        TransfersInterface.Begin.self, TransfersInterface.Write.self, TransfersInterface.Read.self, TransfersInterface.End.self,
        ServiceInterface.GetInfo.self, ServiceInterface.GetInterfaceDescription.self,
    ]

    /// All errors, by interface.
    static let errors: [any VarlinkError.Type] = [
        AdaptationInterface.InvalidExample.self, AdaptationInterface.TooFewExamples.self, AdaptationInterface.NothingGained.self,
        AdaptationInterface.Unusable.self, AdaptationInterface.Busy.self,
        BlocksInterface.BlockInvalid.self, BlocksInterface.Unsupported.self, BlocksInterface.NoSuchFormat.self,
        BlocksInterface.ExportFailed.self, BlocksInterface.ImportFailed.self, BlocksInterface.InvalidImage.self,
        BlocksInterface.EmptyClipboard.self, BlocksInterface.NoSuchState.self,
        ClientInterface.TooSlow.self, ClientInterface.QuotaExceeded.self, ClientInterface.MessageTooLarge.self,
        ClientInterface.InvalidMessage.self, ClientInterface.InvalidValue.self, ClientInterface.Failed.self,
        EditorInterface.NoSuchEditor.self, EditorInterface.NothingToUndo.self, EditorInterface.NothingToRedo.self,
        EditorInterface.NoViewSize.self, EditorInterface.NoPart.self, EditorInterface.DeviceEditor.self,
        EditorInterface.LanguageFixed.self, EditorInterface.NoLanguage.self, EditorInterface.InvalidPointerEvents.self,
        EditorInterface.NoSuchWord.self,
        EditorInterface.NotIdle.self, EditorInterface.NoSuchKey.self, EditorInterface.InvalidValue.self,
        EditorInterface.EditorExists.self, EditorInterface.TooManyEditors.self,
        InkInterface.NoSuchStroke.self, InkInterface.InvalidInk.self, InkInterface.NoSuchPen.self,
        InkInterface.NoSuchHand.self, InkInterface.NoGlyph.self,
        ModelsInterface.InvalidTag.self, ModelsInterface.NoModel.self, ModelsInterface.InvalidModel.self, ModelsInterface.TooLarge.self,
        ModelsInterface.InvalidData.self, ModelsInterface.NoSuchUpload.self, ModelsInterface.InUse.self,
        ModelsInterface.SystemModel.self, ModelsInterface.Unusable.self, ModelsInterface.Busy.self,
        PackagesInterface.NoSuchPackage.self, PackagesInterface.PackageExists.self, PackagesInterface.PackageInUse.self,
        PackagesInterface.PackageNotOpen.self, PackagesInterface.InvalidName.self, PackagesInterface.PackageDamaged.self,
        PackagesInterface.NoSuchFormat.self, PackagesInterface.ImportFailed.self, PackagesInterface.UnsavedChanges.self,
        PackagesInterface.NoSuchPart.self, PackagesInterface.PartInUse.self,
        PackagesInterface.NoSuchPartType.self, PackagesInterface.InvalidMetadata.self, PackagesInterface.StorageFailed.self,
        PointerInterface.NoSuchDevice.self,
        RecognizerInterface.InvalidInk.self, RecognizerInterface.InkTooLarge.self, RecognizerInterface.InvalidHint.self,
        RecognizerInterface.NoLanguage.self, RecognizerInterface.NoModel.self, RecognizerInterface.Busy.self,
        RecorderInterface.NotRecording.self, RecorderInterface.AlreadyRecording.self, RecorderInterface.NoSuchRecording.self,
        RecorderInterface.NoSuchFile.self, RecorderInterface.RecordingInUse.self, RecorderInterface.Full.self,
        RecorderInterface.Unusable.self,
        TextInputInterface.NoSuchSession.self, TextInputInterface.NoSuchSeat.self, TextInputInterface.UnknownLanguage.self,
        TextInputInterface.TooManySessions.self,
        TransfersInterface.NoSuchTransfer.self, TransfersInterface.TooLarge.self, TransfersInterface.InvalidData.self,
        TransfersInterface.Incomplete.self,
        ServiceInterface.InterfaceNotFound.self, ServiceInterface.MethodNotFound.self, ServiceInterface.MethodNotImplemented.self,
        ServiceInterface.InvalidParameter.self, ServiceInterface.PermissionDenied.self, ServiceInterface.ExpectedMore.self,
    ]

    /// The methods by their full names.
    static let byName: [String: any VarlinkMethod.Type] = {
        let methods = Dictionary(all.map { ($0.name, $0) }) { $1 }
        for (name, interface) in Interfaces.definitions {
            for method in interface.methods.keys { demand(methods["\(name).\(method)"] != nil, "\(name).\(method) is missing in Methods") }
            for error in interface.errors.keys {
                demand(errors.contains { $0.name == "\(name).\(error)" }, "\(name).\(error) is missing in Methods")
            }
        }
        return methods
    }()

    /// The errors by their full names.
    static let errorsByName: [String: any VarlinkError.Type] = Dictionary(errors.map { ($0.name, $0) }) { $1 }
}
